package dev.nudge.testkit.agent;

import dev.nudge.testkit.NudgeUser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Qwen Code, with an API key.
///
/// @param theme the name of its theme
/// @param hasSuggestions whether it shows in its empty prompt what the model thinks that the user
///   may type next, as it does by default
/// @param own further settings of the person's
public record QwenCode(String theme, boolean hasSuggestions, Map<String, Object> own)
        implements AgentProgram {
    private static final String AGENTS = "agents";
    private static final Map<String, Object> REFUSING =
            Map.of(AGENTS, Map.of("crossSessionInbound", "refuse"));

    /// Makes one that shows no suggestions, on a dark ground.
    public QwenCode() {
        this("Qwen Dark", false);
    }

    /// Makes one without settings of a person's.
    public QwenCode(String theme, boolean hasSuggestions) {
        this(theme, hasSuggestions, Map.of());
    }

    /// Closes the inbox of those that start from now on.
    ///
    /// @return false if it was closed before
    public static boolean refuseMessages(Path home) {
        String before = AgentProgram.read(settings(home));
        AgentProgram.merge(settings(home), REFUSING);
        return !AgentProgram.read(settings(home)).equals(before);
    }

    @Override
    public Traits traits() {
        return new Traits(
                "qwen-code",
                "qwen",
                "run_shell_command",
                Pattern.compile("(?m)^>   Type your message or @path/to/file$"),
                Pattern.compile("(?m)^\\(r:\\)"));
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        // It would ask its model for what to remember after each turn. Messages of other sessions
        // come by default since 0.24.
        AgentProgram.write(
                settings(home),
                """
                {
                  "agents": {"crossSessionMessaging": true},
                  "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": false}},
                  "memory": {"enableManagedAutoMemory": false, "enableManagedAutoDream": false},
                  "general": {"enableAutoUpdate": false},
                  "ui": {"theme": "%s", "enableFollowupSuggestions": %b},
                  "tools": {"approvalMode": "default", "useRipgrep": false}
                }
                """
                        .formatted(theme, hasSuggestions));
        AgentProgram.merge(settings(home), own);
    }

    /// `qwen extensions link` would start it twice; `AgentInstallIT` runs it.
    @Override
    public boolean link(Path home) {
        AgentProgram.write(
                home.resolve(".qwen/extensions/nudge/.qwen-extension-install.json"),
                """
                {"source": "%s", "type": "link", "originSource": "QwenCode"}
                """
                        .formatted(NudgeUser.extension()));
        return true;
    }

    @Override
    public void trustNudge(Path home) {
        AgentProgram.merge(
                settings(home), Map.of("permissions", Map.of("allow", List.of("mcp__nudge"))));
    }

    private static Path settings(Path home) {
        return home.resolve(".qwen/settings.json");
    }

    /// Only the one without settings of a person's starts itself once more, as it does for users:
    /// that takes two seconds of processor time.
    @Override
    public Map<String, String> environment(String model) {
        return Map.of(
                "QWEN_CODE_NO_RELAUNCH",
                own.isEmpty() ? "" : "true",
                "OPENAI_API_KEY",
                "any",
                "OPENAI_BASE_URL",
                model + "/v1",
                "OPENAI_MODEL",
                "scripted");
    }

    @Override
    public Map<String, Object> shellCall(String command) {
        return Map.of("command", command, "description", "does something", "is_background", false);
    }

    @Override
    public boolean hasInbox() {
        return !own.containsKey(AGENTS);
    }

    /// Ctrl+Z takes back what was typed last.
    @Override
    public Optional<String> suspendKey() {
        return Optional.empty();
    }
}
