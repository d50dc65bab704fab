package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.view.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The doctor's check of the agents on the PATH: their versions, and whether nudge is registered;
/// with Gemini CLI, as an extension.
final class AgentsCheck {
    private static final String GEMINI = "gemini-cli";
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(?:[\\w.-]*\\w)?");

    private AgentsCheck() {}

    /// Examines the agents on the PATH; says so if there is none.
    static List<Finding> findings(Map<String, String> environment) {
        List<Finding> findings = new ArrayList<>();
        Checkup.said("gemini", "--version")
                .ifPresent(version -> {
                    findings.add(version(AgentKinds.builtIn(GEMINI), version));
                    findings.add(extension(extensions(environment).resolve("nudge")));
                });
        Registrars.of(environment, Installation.home()).installed().stream()
                .filter(agent -> !agent.kind().name().equals(GEMINI))
                .flatMap(agent -> Stream.concat(Stream.of(version(agent)), registration(agent)))
                .forEach(findings::add);
        return findings.isEmpty() ? List.of(none()) : findings;
    }

    private static Finding none() {
        String titles =
                AgentKinds.builtIn().stream()
                        .map(name -> AgentKinds.builtIn(name).title())
                        .collect(Collectors.joining(", "));
        return Finding.note(
                "No agent is on the PATH of this shell",
                "Jobs of your own need none. nudge works with " + titles);
    }

    private static Finding version(Registrar agent) {
        Matcher version = VERSION.matcher(Checkup.said(agent.program(), "--version").orElse(""));
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

    static String tried(List<String> versions) {
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

    private static Path extensions(Map<String, String> environment) {
        String home =
                environment.getOrDefault("GEMINI_CLI_HOME", environment.getOrDefault("HOME", "/"));
        return Path.of(home, ".gemini", "extensions");
    }

    /// @param place where Gemini CLI keeps the extension
    static Finding extension(Path place) {
        String link = "gemini extensions link " + System.getProperty("nudge.home", "DIRECTORY");
        if (!Files.isDirectory(place)) {
            return new Finding(
                    "The extension is not linked into Gemini CLI: there is no " + place, link);
        }
        Path source = source(place);
        return Files.exists(source.resolve("gemini-extension.json"))
                ? Finding.good("Extension " + source)
                : new Finding(
                        "The extension in Gemini CLI is linked to %s, where it no longer is"
                                .formatted(source),
                        "gemini extensions uninstall nudge, then " + link);
    }

    /// Returns where the extension's files are: in this place, unless it is a link, which is a
    /// directory that holds only their location.
    private static Path source(Path place) {
        try {
            JsonNode install =
                    JsonMapper.shared()
                            .readTree(
                                    Files.readString(
                                            place.resolve(".gemini-extension-install.json")));
            return install.path("type").asString("").equals("link")
                    ? Path.of(install.path("source").asString(""))
                    : place;
        } catch (IOException | JacksonException e) {
            return place;
        }
    }
}
