package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.view.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The doctor's check of Gemini CLI: whether it is installed, and whether it knows the extension. A
/// link is a directory that holds only the extension's location.
final class ExtensionCheck {
    /// The name of its kind.
    static final String AGENT = "gemini-cli";

    private static final String LINK = ".gemini-extension-install.json";

    private ExtensionCheck() {}

    /// Examines the Gemini CLI on the PATH; says so if no agent is there at all.
    static List<Finding> findings(Map<String, String> environment) {
        Optional<String> version = ProgramVersion.of("gemini", "--version");
        if (version.isEmpty()) {
            return AgentsCheck.isAnyInstalled(environment) ? List.of() : List.of(none());
        }
        return List.of(
                AgentsCheck.version(AgentKinds.builtIn(AGENT), version.get()),
                extension(extensions(environment).resolve("nudge")));
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

    private static Path extensions(Map<String, String> environment) {
        String home =
                environment.getOrDefault("GEMINI_CLI_HOME", environment.getOrDefault("HOME", "/"));
        return Path.of(home, ".gemini", "extensions");
    }

    /// @param place where Gemini CLI keeps it
    static Finding extension(Path place) {
        if (!Files.isDirectory(place)) {
            return new Finding(
                    "The extension is not linked into Gemini CLI: there is no " + place,
                    "gemini extensions link " + System.getProperty("nudge.home", "DIRECTORY"));
        }
        Path source = source(place);
        return Files.exists(source.resolve("gemini-extension.json"))
                ? Finding.good("Extension " + source)
                : new Finding(
                        "The extension in Gemini CLI is linked to %s, where it no longer is"
                                .formatted(source),
                        "gemini extensions uninstall nudge, then gemini extensions link "
                                + System.getProperty("nudge.home", "DIRECTORY"));
    }

    /// Returns where its files are: in this place, unless it is a link.
    private static Path source(Path place) {
        Path link = place.resolve(LINK);
        if (!Files.exists(link)) {
            return place;
        }
        try {
            JsonNode install = JsonMapper.shared().readTree(Files.readString(link));
            return install.path("type").asString("").equals("link")
                    ? Path.of(install.path("source").asString(""))
                    : place;
        } catch (IOException | JacksonException e) {
            return place;
        }
    }
}
