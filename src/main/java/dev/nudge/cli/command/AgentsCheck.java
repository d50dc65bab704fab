package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.view.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The doctor's check of the agents on the PATH: their versions, and whether nudge is registered.
final class AgentsCheck {
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(?:[\\w.-]*\\w)?");

    private AgentsCheck() {}

    /// Examines the agents other than Gemini CLI, for which there is the [ExtensionCheck].
    static List<Finding> findings(Map<String, String> environment) {
        return others(environment)
                .filter(Registrar::isInstalled)
                .flatMap(agent -> Stream.concat(Stream.of(version(agent)), registration(agent)))
                .toList();
    }

    /// Returns whether an agent other than Gemini CLI is on the PATH.
    static boolean isAnyInstalled(Map<String, String> environment) {
        return others(environment).anyMatch(Registrar::isInstalled);
    }

    private static Stream<Registrar> others(Map<String, String> environment) {
        Path home = Path.of(System.getProperty("nudge.home", ""));
        return Registrars.of(environment, home).all().stream()
                .filter(agent -> !agent.kind().name().equals(ExtensionCheck.AGENT));
    }

    private static Finding version(Registrar agent) {
        Matcher version =
                VERSION.matcher(ProgramVersion.of(agent.program(), "--version").orElse(""));
        return version.find()
                ? version(agent.kind(), version.group())
                : new Finding(
                        "%s does not run: %s --version says nothing"
                                .formatted(agent.kind().title(), agent.program()),
                        "install it again");
    }

    /// Returns the finding for an agent of this version, `0.61.0`.
    static Finding version(AgentKind kind, String version) {
        String what = kind.title() + " " + version;
        return kind.isKnownVersion(version)
                ? Finding.good(what)
                : Finding.note(
                        what + "; " + tried(kind.versions()),
                        "nudge types only into a prompt that it recognizes for certain; nudge"
                                + " explain shows what it sees");
    }

    private static String tried(List<String> versions) {
        return versions.isEmpty()
                ? "its file does not say which versions it was tried with"
                : "nudge was tried with " + String.join(", ", versions);
    }

    private static Stream<Finding> registration(Registrar agent) {
        String title = agent.kind().title();
        if (agent.plugin().isPresent()) {
            return Stream.of(
                    agent.isPresent()
                            ? new Finding(
                                    "nudge is registered with %s twice: as its plugin, and by nudge install"
                                            .formatted(title),
                                    "nudge uninstall " + agent.kind().name())
                            : Finding.good("nudge is a plugin of " + title));
        }
        return agent.isRegistered()
                ? Stream.concat(
                        Stream.of(Finding.good("nudge is registered with " + title)),
                        trust(agent).stream())
                : Stream.of(
                        Finding.note(lack(agent, title), "nudge install " + agent.kind().name()));
    }

    /// Returns whether the agent runs the hooks that are registered, if a person must allow them.
    private static Optional<Finding> trust(Registrar agent) {
        String title = agent.kind().title();
        return agent.areHooksTrusted()
                .map(isTrusted ->
                        isTrusted
                                ? Finding.good(title + " trusts nudge's hooks")
                                : Finding.note(
                                        title + " does not trust nudge's hooks yet",
                                        "Start %s, and let it trust them when it asks"
                                                .formatted(agent.program())));
    }

    private static String lack(Registrar agent, String title) {
        if (agent.isServerRegistered()) {
            return "nudge is registered with %s, but its hooks are not".formatted(title);
        }
        return "nudge is not registered with "
                + title
                + (agent.isPresent() ? " as it should be" : "");
    }
}
