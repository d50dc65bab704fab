package dev.nudge.testkit.agent;

import dev.nudge.testkit.Patience;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Gemini CLI, with an API key.
///
/// @param own further settings of the person's
public record GeminiCli(Map<String, Object> own) implements AgentProgram {
    /// Lets it start itself once more as its own child, as it does for its users. That takes a
    /// second of processor time.
    public static final Map<String, String> RELAUNCHED = Map.of("GEMINI_CLI_NO_RELAUNCH", "");

    private static final JsonMapper JSON = JsonMapper.shared();

    /// With them, it asks nothing at its start.
    private static final String SETTINGS =
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

    /// Where the text of the prompt begins in a row.
    private static final int INDENT = 3;

    /// Makes one without settings of a person's.
    public GeminiCli() {
        this(Map.of());
    }

    /// Its name says where nudge may type.
    @Override
    public String session() {
        return "gemini-cli";
    }

    @Override
    public String tool(String name) {
        return "mcp_nudge_" + name;
    }

    @Override
    public Traits traits() {
        return new Traits(
                "gemini-cli",
                "gemini",
                "run_shell_command",
                Pattern.compile("(?m)^ ?[>*!] +(Type your message|Press '(i|Esc)' for )"),
                Pattern.compile("(?m)^ \\(r:\\)"));
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        AgentProgram.write(settings(home), SETTINGS);
        AgentProgram.write(
                home.resolve(".gemini/state.json"), "{\"terminalSetupPromptShown\": true}");
        AgentProgram.merge(settings(home), own);
    }

    @Override
    public void trustNudge(Path home) {
        AgentProgram.merge(
                settings(home), Map.of("mcpServers", Map.of("nudge", Map.of("trust", true))));
    }

    private static Path settings(Path home) {
        return home.resolve(".gemini/settings.json");
    }

    /// Links an extension, a folder with a `gemini-extension.json`, as `gemini extensions link`
    /// does in some seconds of processor time.
    public static void link(Path home, Path extension) {
        Path source = extension.toAbsolutePath().normalize();
        Path described = source.resolve("gemini-extension.json");
        String name = JSON.readTree(AgentProgram.read(described)).path("name").asString();
        AgentProgram.write(
                home.resolve(".gemini/extensions")
                        .resolve(name)
                        .resolve(".gemini-extension-install.json"),
                JSON.writeValueAsString(Map.of("source", source.toString(), "type", "link")));
    }

    @Override
    public Map<String, String> environment(String model) {
        return Map.of(
                "GEMINI_CLI_NO_RELAUNCH", "true",
                "GEMINI_API_KEY", "any",
                "GEMINI_FORCE_FILE_STORAGE", "true",
                "GOOGLE_GEMINI_BASE_URL", model);
    }

    /// Types as a human does: in a burst the agent drops a `?` and takes a `!` for shell mode.
    ///
    /// Enter submits what the handler of keys knows, which may be less than what the screen shows:
    /// the agent draws first, and gives the handler the new text later. It has it before it draws
    /// again, so a blank, which is not submitted, is typed and waited for. That only the cursor
    /// shows, which the agent draws where there is the focus: a person who types has it. While a
    /// drawing is unfinished, the cursor is somewhere else, and the next one may be higher or lower
    /// on the screen: only the right distance from the text counts.
    @Override
    public void fill(RealAgent agent, String text) {
        agent.focus();
        int first = text.offsetByCodePoints(0, 1);
        agent.type(text.substring(0, first));
        agent.awaitScreen(screen -> !traits().emptyPrompt().matcher(screen).find());
        agent.type(text.substring(first));
        String end = TestedAgent.squeeze(text.substring(Math.max(0, text.length() - 20)));
        int before = Patience.soon().until(() -> distance(agent, end), d -> d >= 0);
        agent.type(" ");
        agent.await(() -> distance(agent, end) == before + 1);
    }

    /// Returns how many columns the cursor is behind a text at the end of the prompt, -1 if it is
    /// not there. In the empty row, to which a text as wide as the prompt moves it, there is one
    /// more.
    ///
    /// @param end without blanks
    private static int distance(RealAgent agent, String end) {
        String[] cursor =
                agent.tmux().displayMessage(agent.pane(), "#{cursor_x} #{cursor_y}").split(" ", 2);
        int row = Integer.parseInt(cursor[1]);
        List<String> rows = agent.screen().lines().limit(row + 1L).toList();
        String last = rows.size() > row ? rows.getLast().stripTrailing() : "";
        int distance = Integer.parseInt(cursor[0]) - (last.isEmpty() ? INDENT - 1 : last.length());
        return TestedAgent.squeeze(String.join("", rows)).endsWith(end) ? distance : -1;
    }

    @Override
    public String question() {
        return "Allow execution";
    }

    @Override
    public Optional<String> suspendKey() {
        return Optional.empty();
    }
}
