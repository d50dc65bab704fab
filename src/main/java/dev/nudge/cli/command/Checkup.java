package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.view.Finding;
import dev.nudge.exec.bounds.BoundWays;
import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.job.Words;
import dev.nudge.process.ProcessTable;
import dev.nudge.process.ShortProgram;
import dev.nudge.process.TrustedPath;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.settings.Settings.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The doctor's examination. Each check stands alone, so that one problem does not hide another.
final class Checkup {
    private static final Release MIN_TMUX = new Release("3.2", "");

    /// Long: on a busy machine an agent takes more than ten seconds to say its version.
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// Longer than it takes: a minute for each group with a busy cluster.
    private static final Duration EXAMINATION = Duration.ofDays(1);

    /// What starts nudge, below its folder.
    private static final List<String> PROGRAM =
            List.of("bin/nudge", "lib/nudge.jar", "runtime/bin/java", "hooks/hand-over");

    private Checkup() {}

    /// Runs all checks; takes a few seconds at most, and up to a minute for each group with a busy
    /// cluster.
    static List<Finding> findings() {
        Map<String, String> environment = System.getenv();
        Settings settings = Settings.of(environment);
        List<Finding> findings = new ArrayList<>(List.of(tmux(), setsid()));
        findings.add(Finding.good("Java " + Runtime.version()));
        findings.addAll(program());
        findings.addAll(AgentsCheck.findings(environment));
        findings.addAll(new StateCheck(Installation.endpoint().state()).findings());
        findings.addAll(settings(settings));
        findings.addAll(agentFiles(settings.agents()));
        findings.addAll(bounds(BoundWays.here()));
        findings.addAll(examined());
        return findings;
    }

    /// Returns the first line that a program prints; empty if it is not installed, fails, or takes
    /// more than a minute.
    static Optional<String> said(String program, String option) {
        try {
            ShortProgram.Result result = new ShortProgram(LIMIT, program, option).run("");
            return result.isSuccess() ? result.said().lines().findFirst() : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Finding tmux() {
        return said("tmux", "-V")
                .map(version ->
                        new Release(version, "").isOlderThan(MIN_TMUX)
                                ? new Finding(
                                        version + " is too old",
                                        "install tmux " + MIN_TMUX.version() + " or newer")
                                : Finding.good(version))
                .orElse(
                        new Finding(
                                "tmux is not installed",
                                "apt-get install tmux (or your system's package manager)"));
    }

    private static Finding setsid() {
        return said("setsid", "--version")
                .map(Finding::good)
                .orElse(
                        new Finding(
                                "setsid, which notify_command is started with, is not installed",
                                "apt-get install util-linux"));
    }

    /// Returns a finding if somebody else could replace what is run when nudge starts: it is there,
    /// and runs already, so that is not refused.
    private static List<Finding> program() {
        Path home = Installation.home();
        return (home.toString().isEmpty() ? Stream.<String>of() : PROGRAM.stream())
                .flatMap(file -> TrustedPath.objectionToFile(home.resolve(file)).stream())
                .map(objection ->
                        Finding.note(
                                "Others could replace the program %s: %s"
                                        .formatted(home, objection),
                                "Install it below directories that only you or root can write to."))
                .limit(1)
                .toList();
    }

    private static List<Finding> settings(Settings settings) {
        List<Problem> problems = settings.problems(Setting.Reader.values());
        if (!problems.isEmpty()) {
            return wrong(problems);
        }
        Path file = settings.file().path();
        if (!settings.file().exists()) {
            return List.of(Finding.good("Settings by default (there is no " + file + ")"));
        }
        return List.of(
                isUnread(file)
                        ? new Finding(
                                file + " has been changed since the daemon read it",
                                "nudge daemon stop (jobs continue; the next call starts another)")
                        : Finding.good("Settings " + file));
    }

    private static List<Finding> wrong(List<Problem> problems) {
        return problems.stream().map(p -> new Finding(p.what(), p.fix())).toList();
    }

    /// Returns whether the file of settings has changed since the daemon read it. A daemon reports
    /// that it is ready after it has read the file.
    private static boolean isUnread(Path file) {
        Endpoint endpoint = Installation.endpoint();
        try {
            return endpoint.lastDaemon()
                            .flatMap(d -> new ProcessTable().identify(d.pid()))
                            .isPresent()
                    && Files.getLastModifiedTime(file)
                                    .compareTo(Files.getLastModifiedTime(endpoint.info()))
                            > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns a finding for each mistake in what a person has described of agents.
    private static List<Finding> agentFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Problem> problems = new AgentKinds(new ProcessTable(), folder).problems();
        return problems.isEmpty()
                ? List.of(Finding.good("Agents of your own " + folder))
                : wrong(problems);
    }

    /// Returns how a job can be bounded here, as this process is: a daemon that was started
    /// elsewhere may be in another control group.
    private static List<Finding> bounds(BoundWays bounds) {
        Ways ways =
                bounds.chosen(
                                new Bounds(
                                        OptionalLong.of(Bounds.LEAST_MEMORY),
                                        OptionalDouble.of(1),
                                        OptionalInt.of(10)))
                        .ways();
        return List.of(
                bound("memory", ways.memory()),
                bound("processors", ways.cpus()),
                bound("niceness", ways.nice()));
    }

    private static Finding bound(String what, Optional<BoundWay> way) {
        return way.map(found ->
                        Finding.good(
                                "A job's %s can be bounded by %s: %s"
                                        .formatted(what, Words.of(found), found.meaning())))
                .orElseGet(() ->
                        Finding.note(
                                "A job's %s cannot be bounded".formatted(what),
                                "install util-linux, whose taskset and renice are used"));
    }

    /// Returns what the daemon, which is started for that, says of itself, and what it finds: where
    /// this shell is, the agents, and the clusters.
    private static List<Finding> examined() {
        Endpoint endpoint = Installation.endpoint();
        try {
            ShortProgram.Result examined =
                    new ShortProgram(EXAMINATION, Installation.launcher().getFirst(), "examine")
                            .run("");
            if (!examined.isSuccess()) {
                String why = examined.err().replaceAll("(?m)^nudge: (warning: .*\\R)?", "");
                return List.of(new Finding(why.strip(), "look at " + endpoint.log()));
            }
            List<Finding> findings = new ArrayList<>();
            endpoint.lastDaemon()
                    .map(d -> Finding.good("Daemon %s, process %d".formatted(d.version(), d.pid())))
                    .ifPresent(findings::add);
            findings.addAll(List.of(Wire.read(examined.out(), Finding[].class)));
            return findings;
        } catch (IOException e) {
            return List.of(new Finding(String.valueOf(e.getMessage()), "build nudge again"));
        }
    }
}
