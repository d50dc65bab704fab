package dev.nudge.cli.command;

import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.ExitCodes;
import dev.nudge.daemon.OtherDaemon;
import dev.nudge.protocol.Endpoint;
import dev.nudge.text.Printable;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command `nudge uninstall`: undoes `nudge install`, and with `--all` what `install.sh` has
/// done.
@Command(
        name = "uninstall",
        description =
                "Removes nudge from agents. It shows how. Without an AGENT, also removes the caches with"
                        + " which it starts quickly. Running jobs continue; their records are kept.",
        footer = {
            "",
            "Examples:",
            "  nudge uninstall                    all agents that are on the PATH",
            "  nudge uninstall codex --dry-run    shows what would be changed",
            "  nudge uninstall --all              the program too; leaves the records of jobs"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class UninstallCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec private CommandSpec spec;

    @Mixin private ChosenAgents chosen;

    @Option(
            names = "--all",
            description =
                    "Also stop the daemon, and remove what install.sh has installed. Says where the"
                            + " records of jobs are, which stay.")
    private boolean isAll;

    @Override
    public Integer call() throws IOException {
        if (isAll && !chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--all is for all agents. Leave out either it or the AGENT.");
        }
        for (Registrar agent : isAll ? Registrars.ofCaller().installed() : chosen.all()) {
            unregister(agent);
        }
        if (chosen.isEmpty()) {
            removeFiles();
        }
        return ExitCodes.OK;
    }

    private void unregister(Registrar agent) throws IOException {
        String title = agent.kind().title();
        boolean wasPresent = agent.isPresent();
        agent.unregister(chosen.isDry(), change -> say(title + ": " + change));
        String now = chosen.isDry() ? "would be removed" : "is removed";
        say(title + ": nudge " + (wasPresent ? now : "is not registered"));
        agent.plugin()
                .ifPresent(plugin ->
                        say(
                                "%s: its plugin stays. To remove it: %s"
                                        .formatted(title, plugin.remove())));
    }

    private void removeFiles() throws IOException {
        InstalledFiles files =
                new InstalledFiles(System.getenv(), Path.of(System.getProperty("nudge.home", "")));
        if (!isAll) {
            remove(files.caches());
            return;
        }
        stopDaemon();
        remove(files.caches());
        // This program runs from there: what it needs still is in its memory.
        remove(files.program());
        Path state = Installation.endpoint().state();
        if (Files.isDirectory(state)) {
            say("The records of the jobs are kept in " + state);
        }
    }

    private void remove(List<Path> paths) throws IOException {
        for (Path path : paths) {
            if (!chosen.isDry()) {
                InstalledFiles.remove(path);
            }
            say(path + (chosen.isDry() ? " would be removed" : " is removed"));
        }
    }

    private void stopDaemon() throws IOException {
        Optional<Endpoint.Running> last = Installation.endpoint().lastDaemon();
        if (last.isEmpty()) {
            return;
        }
        if (chosen.isDry()) {
            say("The daemon would be stopped");
            return;
        }
        try {
            OtherDaemon.end(Path.of(last.get().socket()), Version.release(), PATIENCE)
                    .ifPresent(pid -> say("The daemon (process %d) has ended".formatted(pid)));
        } catch (IOException e) {
            say(
                    "The daemon could not be stopped (%s). Its process is %d: end it with kill %2$d"
                            .formatted(Reasons.of(e), last.get().pid()));
        }
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(Printable.escaped(line));
        out.flush();
    }
}
