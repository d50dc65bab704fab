package dev.nudge.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.view.Finding;
import dev.nudge.exec.bounds.BoundWays;
import dev.nudge.process.ProcessTable;
import dev.nudge.process.TrustedPath;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Problem;
import dev.nudge.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The doctor's examination. Each check stands alone, so that one problem does not hide another.
final class Checkup {
    private static final String MIN_TMUX = "3.2";

    /// What starts nudge, below its folder.
    private static final List<String> PROGRAM =
            List.of("bin/nudge", "lib/nudge.jar", "runtime/bin/java", "hooks/hand-over");

    /// Runs all checks; takes a few seconds at most, and up to a minute for each group with a busy
    /// cluster.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(List.of(tmux(), setsid(), java()));
        findings.addAll(program());
        findings.addAll(ExtensionCheck.findings(System.getenv()));
        findings.addAll(AgentsCheck.findings(System.getenv()));
        findings.addAll(new StateCheck(Installation.endpoint().state()).findings());
        findings.addAll(SettingsCheck.findings(System.getenv()));
        findings.addAll(agentFiles());
        findings.addAll(new BoundsCheck(BoundWays.here()).findings());
        findings.addAll(examined());
        return findings;
    }

    private static Finding tmux() {
        Optional<String> version = ProgramVersion.of("tmux", "-V");
        if (version.isEmpty()) {
            return new Finding(
                    "tmux is not installed",
                    "apt-get install tmux (or your system's package manager)");
        }
        return Version.isOlder(version.get(), MIN_TMUX)
                ? new Finding(
                        version.get() + " is too old", "install tmux " + MIN_TMUX + " or newer")
                : Finding.good(version.get());
    }

    private static Finding setsid() {
        return ProgramVersion.of("setsid", "--version")
                .map(Finding::good)
                .orElse(
                        new Finding(
                                "setsid, which notify_command is started with, is not installed",
                                "apt-get install util-linux"));
    }

    private static Finding java() {
        int feature = Runtime.version().feature();
        return feature >= 25
                ? Finding.good("Java " + Runtime.version())
                : new Finding(
                        "Java " + feature + " is too old",
                        "install a JDK 25, or use the packaged extension");
    }

    /// Returns a finding if somebody else could replace what is run when nudge starts: it is there,
    /// and runs already, so that is not refused.
    private static List<Finding> program() {
        String home = System.getProperty("nudge.home", "");
        return (home.isEmpty() ? Stream.<String>of() : PROGRAM.stream())
                .map(file -> TrustedPath.objectionToFile(Path.of(home, file)))
                .flatMap(Optional::stream)
                .map(objection ->
                        Finding.note(
                                "Others could replace the program %s: %s"
                                        .formatted(home, objection),
                                "Install it below directories that only you or root can write to."))
                .limit(1)
                .toList();
    }

    /// Returns a finding for each mistake in what a person has described of agents.
    private static List<Finding> agentFiles() {
        Path folder = Settings.of(System.getenv()).agents();
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Problem> problems = new AgentKinds(new ProcessTable(), folder).problems();
        return problems.isEmpty()
                ? List.of(Finding.good("Agents of your own " + folder))
                : problems.stream().map(p -> new Finding(p.what(), p.fix())).toList();
    }

    /// Returns what the daemon, which is started for that, says of itself, and what it finds: where
    /// this shell is, the agents, and the clusters.
    private static List<Finding> examined() {
        Endpoint endpoint = Installation.endpoint();
        List<String> command = new ArrayList<>(Installation.launcher());
        command.add("examine");
        try {
            Process examine = new ProcessBuilder(command).start();
            String said = new String(examine.getInputStream().readAllBytes(), UTF_8);
            String complaint = new String(examine.getErrorStream().readAllBytes(), UTF_8);
            if (examine.waitFor() != ExitCodes.OK) {
                String reason = complaint.strip().replaceFirst("^nudge: ", "");
                return List.of(new Finding(reason, "look at " + endpoint.log()));
            }
            List<Finding> findings = new ArrayList<>();
            endpoint.lastDaemon()
                    .map(d -> Finding.good("Daemon %s, process %d".formatted(d.version(), d.pid())))
                    .ifPresent(findings::add);
            findings.addAll(List.of(Wire.read(said, Finding[].class)));
            return findings;
        } catch (IOException e) {
            return List.of(new Finding(String.valueOf(e.getMessage()), "build nudge again"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
