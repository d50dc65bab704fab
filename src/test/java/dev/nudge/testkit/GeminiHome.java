package dev.nudge.testkit;

import dev.nudge.testkit.agent.AgentProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The home folder of a user who has set up the Gemini CLI with an API key: settings, state, linked
/// extensions, and `bin/gemini`. Several agents may share one. [#close] deletes it.
public final class GeminiHome implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    /// The settings of a user with an API key, who is asked nothing at the start.
    public static final String SETTINGS =
            """
            {
              "security": {
                "auth": {"selectedType": "gemini-api-key"},
                "folderTrust": {"enabled": false}
              },
              "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
              "model": {"name": "gemini-2.5-flash"},
              "ide": {"enabled": false, "hasSeenNudge": true},
              "telemetry": {"enabled": false},
              "privacy": {"usageStatisticsEnabled": false}
            }
            """;

    private final TemporaryFolder folder = TemporaryFolder.create();
    private final ObjectNode settings = (ObjectNode) JSON.readTree(SETTINGS);

    private GeminiHome() {
        write("home/.gemini/settings.json", settings.toString());
        write("home/.gemini/state.json", "{\"terminalSetupPromptShown\": true}");
        write("bin/gemini", "#!/bin/sh\nexec node '" + program() + "' \"$@\"\n");
        folder.folder("workspace");
        Unchecked.run(() ->
                Files.setPosixFilePermissions(
                        launcher(), PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    /// Makes a new home folder.
    public static GeminiHome create() {
        return new GeminiHome();
    }

    /// Returns the value of HOME.
    public Path path() {
        return folder.path().resolve("home");
    }

    /// Returns an empty folder to work in, beside HOME.
    public Path workspace() {
        return folder.path().resolve("workspace");
    }

    /// Returns the launcher of the agent.
    public Path launcher() {
        return folder.path().resolve("bin/gemini");
    }

    /// Merges these settings, objects key by key, into `settings.json`.
    public void mergeSettings(Map<String, ?> more) {
        merge(settings, JSON.valueToTree(more));
        write("home/.gemini/settings.json", settings.toString());
    }

    /// Adds a plain MCP server to the settings.
    public void addMcpServer(String name, String command, List<String> arguments) {
        mergeSettings(
                Map.of("mcpServers", Map.of(name, Map.of("command", command, "args", arguments))));
    }

    /// Lets the calls of this MCP server run without a question; works for the server of an
    /// extension too.
    public void trustMcpServer(String name) {
        mergeSettings(Map.of("mcpServers", Map.of(name, Map.of("trust", true))));
    }

    /// Links an extension, a folder with a `gemini-extension.json`, as `gemini extensions link`
    /// does.
    public void linkExtension(Path extension) {
        Path source = extension.toAbsolutePath().normalize();
        String install =
                JSON.writeValueAsString(Map.of("source", source.toString(), "type", "link"));
        write(
                "home/.gemini/extensions/" + nameOf(source) + "/.gemini-extension-install.json",
                install);
    }

    @Override
    public void close() {
        folder.close();
    }

    private static String nameOf(Path extension) {
        return JSON.readTree(extension.resolve("gemini-extension.json")).path("name").asString();
    }

    private static void merge(ObjectNode into, JsonNode more) {
        more.propertyStream()
                .forEach(entry -> {
                    JsonNode old = into.path(entry.getKey());
                    if (old instanceof ObjectNode object && entry.getValue().isObject()) {
                        merge(object, entry.getValue());
                    } else {
                        into.set(entry.getKey(), entry.getValue());
                    }
                });
    }

    private void write(String file, String text) {
        AgentProgram.write(folder.path().resolve(file), text);
    }

    /// Returns the real Gemini CLI to run with node, as `scripts/agent` installs it: in `.tools`,
    /// or in the folder that the system property `nudge.tools` names, for other versions.
    ///
    /// @throws AssertionError if it is not there: a missing tool fails a test, it does not skip it
    private static Path program() {
        Path program =
                Path.of(
                                System.getProperty("nudge.tools", ".tools"),
                                "gemini-cli/node_modules/@google/gemini-cli/bundle/gemini.js")
                        .toAbsolutePath();
        if (!Files.isRegularFile(program)) {
            throw new AssertionError("No %s. Run scripts/agent gemini-cli.".formatted(program));
        }
        return program;
    }
}
