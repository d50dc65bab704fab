package dev.nudge.testkit.agent;

import dev.nudge.testkit.GeminiHome;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Gemini CLI, with an API key.
///
/// @param isWithoutHooks whether nudge's hooks are turned off by the person's variable
public record GeminiCli(boolean isWithoutHooks) implements AgentProgram {
    private static final Traits TRAITS =
            new Traits(
                    "gemini-cli",
                    "gemini",
                    "run_shell_command",
                    Pattern.compile("(?m)^ >   Type your message"),
                    Pattern.compile("(?m)^ \\(r:\\)"));

    /// Makes one with hooks.
    public GeminiCli() {
        this(false);
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
        return TRAITS;
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        AgentProgram.write(home.resolve(".gemini/settings.json"), GeminiHome.SETTINGS);
        AgentProgram.write(
                home.resolve(".gemini/state.json"), "{\"terminalSetupPromptShown\": true}");
    }

    @Override
    public void trustNudge(Path home) {
        Path file = home.resolve(".gemini/settings.json");
        ObjectNode settings = (ObjectNode) JsonMapper.shared().readTree(AgentProgram.read(file));
        settings.putObject("mcpServers").putObject("nudge").put("trust", true);
        AgentProgram.write(file, settings.toString());
    }

    /// It is one process here; that it may start itself once more is tried with
    /// [dev.nudge.testkit.NudgedGemini].
    @Override
    public Map<String, String> environment(String model) {
        return Map.of(
                "GEMINI_CLI_NO_RELAUNCH",
                "true",
                "GEMINI_API_KEY",
                "any",
                "GEMINI_FORCE_FILE_STORAGE",
                "true",
                "GOOGLE_GEMINI_BASE_URL",
                model,
                "NUDGE_HOOKS",
                isWithoutHooks ? "off" : "on");
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
