package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.cli.connection.Installation;
import dev.nudge.console.view.Finding;
import dev.nudge.process.ProcessTable;
import dev.nudge.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /// Examines the Gemini CLI of this user.
    static List<Finding> findings(Map<String, String> environment) {
        Optional<String> version = ProgramVersion.of("gemini", "--version");
        Set<String> connected = version.isPresent() ? Set.of() : connected(environment);
        if (version.isEmpty() && !connected.contains(AGENT)) {
            return connected.isEmpty() && !AgentsCheck.isAnyInstalled(environment)
                    ? absent()
                    : List.of();
        }
        Finding gemini =
                version.map(v -> AgentsCheck.version(AgentKinds.builtIn(AGENT), v))
                        .orElse(
                                Finding.note(
                                        "Gemini CLI is not on the PATH of this shell, but it is connected",
                                        "Nothing needs to be done."));
        return List.of(gemini, extension(extensions(environment).resolve("nudge")));
    }

    /// Returns the kinds of the agents that are connected. Agents connect through pumps.
    private static Set<String> connected(Map<String, String> environment) {
        ProcessTable processes = new ProcessTable();
        AgentKinds kinds = new AgentKinds(processes, Settings.of(environment).agents());
        String user = ProcessHandle.current().info().user().orElse("");
        return ProcessHandle.allProcesses()
                .filter(p -> p.info().user().filter(user::equals).isPresent())
                .filter(p ->
                        p.info()
                                .commandLine()
                                .filter(c -> c.endsWith(Installation.MAIN + " mcp"))
                                .isPresent())
                .map(p -> kind(p.pid(), processes, kinds))
                .collect(Collectors.toSet());
    }

    /// Returns the kind of the agent that has started a pump; empty if it is not known. Between
    /// them may be the launcher, which starts the pump again.
    static String kind(long pump, ProcessTable processes, AgentKinds kinds) {
        return processes.ancestry(pump).stream()
                .skip(1)
                .filter(pid -> !isLauncher(processes.commandLine(pid)))
                .findFirst()
                .flatMap(kinds::of)
                .map(AgentKind::name)
                .orElse("");
    }

    private static boolean isLauncher(List<String> commandLine) {
        return !commandLine.isEmpty() && commandLine.getLast().equals("mcp");
    }

    private static List<Finding> absent() {
        return List.of(
                new Finding("Gemini CLI is not on the PATH", "npm install -g @google/gemini-cli"));
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
