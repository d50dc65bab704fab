package dev.nudge.cli;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The doctor's examination. Each check stands alone, so that one problem does not hide another.
final class Checkup {
    private static final String MIN_TMUX = "3.2";

    /// Runs all checks; takes a few seconds at most.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(List.of(tmux(), setsid(), java()));
        findings.addAll(ExtensionCheck.findings(System.getenv()));
        findings.addAll(new StateCheck(Installation.endpoint().state()).findings());
        findings.addAll(SettingsCheck.findings(System.getenv()));
        findings.addAll(List.of(daemon(), session()));
        findings.addAll(agents());
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
                                "setsid, which jobs are started with, is not installed",
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

    private static Finding daemon() {
        Endpoint endpoint = Installation.endpoint();
        try (Client client = Installation.connector().connect(Installation.hello(Hello.CLI))) {
            return Finding.good(
                    "Daemon %s, process %d"
                            .formatted(client.welcome().version(), client.welcome().pid()));
        } catch (IOException e) {
            return new Finding(String.valueOf(e.getMessage()), "look at " + endpoint.log());
        }
    }

    /// Checks the agents. A daemon that does not answer has a finding of its own.
    private static List<Finding> agents() {
        try {
            return Answers.ask(new Request.ListAgents(), Response.Agents.class).agents().stream()
                    .map(Checkup::agent)
                    .toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static Finding agent(Response.Agent agent) {
        String who =
                "Agent in pane %s (session %s, process %d)"
                        .formatted(agent.pane(), agent.session(), agent.pid());
        return agent.obstacle() == null
                ? Finding.good(who + ": a result could be typed now")
                : Finding.note(
                        who + ": no result could be typed now, " + agent.obstacle(),
                        "Results wait until its prompt is empty");
    }

    private static String newSession() {
        String name = Settings.of(System.getenv()).session();
        return ShellWords.join(List.of("tmux", "new-session", "-A", "-s", name));
    }

    private static Finding session() {
        try {
            Response.Located location = Answers.ask(new Request.Locate(), Response.Located.class);
            return location.isInside()
                    ? Finding.good("Inside tmux, " + location.detail())
                    : Finding.note(
                            "An agent started from this shell could not be nudged: "
                                    + location.detail(),
                            "Agents belong inside: " + newSession());
        } catch (IOException e) {
            return new Finding("The daemon does not say where this shell is", "see above");
        }
    }
}
