package dev.nudge.cli.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Usage;
import dev.nudge.daemon.OtherDaemon;
import dev.nudge.protocol.Endpoint;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge uninstall`: undoes `nudge install`, and with `--all` what `install.sh` has
/// done.
@Command(
        name = "uninstall",
        description =
                "Removes nudge from agents. It shows how. Without an AGENT, also removes the caches with"
                        + " which it starts quickly. Running jobs continue; their records are kept.",
        footer = {
            "  nudge uninstall                    all agents that are on the PATH",
            "  nudge uninstall codex --dry-run    shows what would be changed",
            "  nudge uninstall --all              the program too; leaves the records of jobs"
        })
final class UninstallCommand extends OwnCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Option<Boolean> ALL =
            Option.flag("all")
                    .help(
                            "Also stop the daemon, and remove what install.sh has installed. Says where the"
                                    + " records of jobs are, which stay.");

    @Override
    public List<Option<?>> options() {
        return List.of(Registrars.DRY_RUN, ALL, Registrars.AGENT);
    }

    @Override
    int run(Given given) throws IOException {
        List<String> names = given.all(Registrars.AGENT);
        boolean isAll = given.has(ALL);
        boolean isDry = given.has(Registrars.DRY_RUN);
        Usage.refuseIf(
                isAll && !names.isEmpty(),
                "--all is for all agents. Leave out either it or the AGENT.");
        Registrars agents = Registrars.ofCaller();
        for (Registrar agent : isAll ? agents.installed() : agents.chosen(names)) {
            unregister(agent, isDry);
        }
        if (names.isEmpty()) {
            removeFiles(isAll, isDry);
        }
        return ExitCodes.OK;
    }

    private void unregister(Registrar agent, boolean isDry) throws IOException {
        String title = agent.kind().title();
        boolean wasPresent = agent.isPresent();
        agent.unregister(isDry, change -> say(title + ": " + change));
        String now = isDry ? "would be removed" : "is removed";
        say(title + ": nudge " + (wasPresent ? now : "is not registered"));
        agent.plugin()
                .ifPresent(plugin ->
                        say(
                                "%s: its plugin stays. To remove it: %s"
                                        .formatted(title, plugin.remove())));
    }

    private void removeFiles(boolean isAll, boolean isDry) throws IOException {
        InstalledFiles files = new InstalledFiles(System.getenv(), Installation.home());
        if (!isAll) {
            remove(files.caches(), isDry);
            return;
        }
        stopDaemon(isDry);
        remove(files.caches(), isDry);
        // This program runs from there: what it needs still is in its memory.
        remove(files.program(), isDry);
        Path state = Installation.endpoint().state();
        if (Files.isDirectory(state)) {
            say("The records of the jobs are kept in " + state);
        }
    }

    private void remove(List<Path> paths, boolean isDry) throws IOException {
        for (Path path : paths) {
            if (!isDry) {
                InstalledFiles.remove(path);
            }
            say(path + (isDry ? " would be removed" : " is removed"));
        }
    }

    private void stopDaemon(boolean isDry) throws IOException {
        Optional<Endpoint.Running> last = Installation.endpoint().lastDaemon();
        if (last.isEmpty()) {
            return;
        }
        if (isDry) {
            say("The daemon would be stopped");
            return;
        }
        try {
            OtherDaemon.end(Path.of(last.get().socket()), Installation.release(), PATIENCE)
                    .ifPresent(pid -> say("The daemon (process %d) has ended".formatted(pid)));
        } catch (IOException e) {
            say(
                    "The daemon could not be stopped (%s). Its process is %d: end it with kill %2$d"
                            .formatted(Reasons.of(e), last.get().pid()));
        }
    }

    /// What nudge has put into a person's directories, besides the state, and what agents know of
    /// it.
    ///
    /// @param home the folder of this program
    record InstalledFiles(Map<String, String> environment, Path home) {
        /// The links that `systemctl --user enable nudge` makes, below the folder of settings.
        private static final List<String> ENABLED =
                List.of(
                        "systemd/user/nudge.service",
                        "systemd/user/default.target.wants/nudge.service");

        /// Returns the start-up caches, if there are any.
        List<Path> caches() {
            // A folder for them alone, as in jvm.c.
            Path folder = folder("XDG_CACHE_HOME", ".cache").resolve("nudge-start-up-caches");
            return folder.isAbsolute() && Files.isDirectory(folder) ? List.of(folder) : List.of();
        }

        /// Returns a folder of the person's: that of this variable, or the usual one.
        private Path folder(String variable, String usual) {
            String named = environment.getOrDefault(variable, "");
            return named.startsWith("/")
                    ? Path.of(named)
                    : Path.of(environment.getOrDefault("HOME", ""), usual);
        }

        /// Returns the program's folder and the links to it, if `install.sh` has put them there and
        /// listed them, those that start it at boot included; nothing if somebody else has, such as
        /// an agent or a package manager.
        List<Path> program() throws IOException {
            Path list = home.resolve("installed");
            if (!Files.isRegularFile(list)) {
                return List.of();
            }
            List<Path> files = new ArrayList<>();
            Files.readAllLines(list).forEach(line -> files.add(Path.of(line)));
            Path settings = folder("XDG_CONFIG_HOME", ".config");
            ENABLED.forEach(name -> files.add(settings.resolve(name)));
            files.removeIf(link -> !isOurs(link));
            files.add(home);
            return files;
        }

        private boolean isOurs(Path link) {
            try {
                return Files.readSymbolicLink(link).startsWith(home);
            } catch (IOException e) {
                return false; // not a link
            }
        }

        /// Removes a link, or a directory with all that is in it. A directory is moved away first:
        /// so whatever is being written there, such as caches, finds no place any more.
        static void remove(Path path) throws IOException {
            if (Files.isSymbolicLink(path)) {
                Files.deleteIfExists(path);
                return;
            }
            Path away = path.resolveSibling("." + path.getFileName() + "-removed");
            delete(away); // of a removal that was interrupted
            Files.move(path, away, StandardCopyOption.ATOMIC_MOVE);
            delete(away);
        }

        /// Deletes a file, or a directory with all that is in it. Some may be gone already.
        private static void delete(Path path) throws IOException {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> files = Files.list(path)) {
                    for (Path file : files.toList()) {
                        delete(file);
                    }
                } catch (NoSuchFileException _) {
                    return;
                }
            }
            Files.deleteIfExists(path);
        }
    }
}
