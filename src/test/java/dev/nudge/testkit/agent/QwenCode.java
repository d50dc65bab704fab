package dev.nudge.testkit.agent;

import dev.nudge.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Qwen Code, with an API key.
///
/// @param theme the name of its theme
/// @param hasSuggestions whether it shows in its empty prompt what the model thinks that the user
///   may type next, as it does by default
/// @param own further settings of the person's
public record QwenCode(String theme, boolean hasSuggestions, Map<String, Object> own)
        implements AgentProgram {
    private static final Traits TRAITS =
            new Traits(
                    "qwen-code",
                    "qwen",
                    "run_shell_command",
                    Pattern.compile("(?m)^>   Type your message or @path/to/file$"),
                    Pattern.compile("(?m)^\\(r:\\)"));

    private static final String HOOKS_OFF = "disableAllHooks";
    private static final String AGENTS = "agents";

    /// What the scripted model suggests to the user.
    public static final String SUGGESTION = ScriptedModel.OWN_ANSWER;

    /// Makes one that shows no suggestions, on a dark ground.
    public QwenCode() {
        this("Qwen Dark", false);
    }

    /// Makes one without settings of a person's.
    public QwenCode(String theme, boolean hasSuggestions) {
        this(theme, hasSuggestions, Map.of());
    }

    private static QwenCode with(String setting, Object value) {
        return new QwenCode("Qwen Dark", false, Map.of(setting, value));
    }

    /// Returns one that runs no hooks.
    public static QwenCode withoutHooks() {
        return with(HOOKS_OFF, true);
    }

    /// Returns one whose inbox is closed.
    public static QwenCode withoutInbox() {
        return withInbound("refuse");
    }

    /// Returns one that does this with messages to its inbox: `refuse` or `hold`.
    public static QwenCode withInbound(String policy) {
        return with(AGENTS, Map.of("crossSessionInbound", policy));
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        write(home, Map.of());
    }

    @Override
    public void trustNudge(Path home) {
        write(home, Map.of("permissions", Map.of("allow", List.of("mcp__nudge"))));
    }

    private void write(Path home, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(own);
        settings.putAll(more);
        // As it is by default since 0.24.
        settings.putIfAbsent(AGENTS, Map.of("crossSessionMessaging", true));
        settings.put(
                "security",
                Map.of(
                        "auth", Map.of("selectedType", "openai"),
                        "folderTrust", Map.of("enabled", false)));
        // It would ask its model for what to remember after each turn.
        settings.put(
                "memory",
                Map.of("enableManagedAutoMemory", false, "enableManagedAutoDream", false));
        settings.put("general", Map.of("enableAutoUpdate", false));
        settings.put("ui", Map.of("theme", theme, "enableFollowupSuggestions", hasSuggestions));
        settings.put("tools", Map.of("approvalMode", "default", "useRipgrep", false));
        AgentProgram.write(
                home.resolve(".qwen/settings.json"),
                JsonMapper.shared().writeValueAsString(settings));
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
