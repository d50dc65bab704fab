package dev.nudge.testkit.agent;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Claude Code, with a key that it has approved.
///
/// @param theme the name of its theme
/// @param takesTasks whether its client asks for the results of tasks; if not, nudge has to bring
///   them
/// @param runsMonitors whether nudge's plugin has its monitor
public record ClaudeCode(String theme, boolean takesTasks, boolean runsMonitors)
        implements AgentProgram {
    private static final String KEY = "sk-ant-" + "0123456789".repeat(6);
    private static final int KEY_END = 20;

    /// Makes one with its own theme, on a dark ground, that takes no tasks.
    public ClaudeCode() {
        this("dark");
    }

    /// Makes one with this theme that takes no tasks.
    public ClaudeCode(String theme) {
        this(theme, false, false);
    }

    /// Makes one that takes tasks.
    public static ClaudeCode withTasks() {
        return new ClaudeCode("dark", true, false);
    }

    /// Makes one that takes no tasks, but runs monitors.
    public static ClaudeCode withMonitors() {
        return new ClaudeCode("dark", false, true);
    }

    @Override
    public boolean hasInbox() {
        return runsMonitors || takesTasks;
    }

    @Override
    public Optional<String> turnWayOff(Path home) {
        if (takesTasks) {
            return Optional.of("CLAUDE_CODE_DISABLE_MCP_TASKS=1 claude");
        }
        if (runsMonitors) {
            removeMonitor(home);
            return Optional.of(command());
        }
        return Optional.empty();
    }

    @Override
    public String endOf(long job) {
        return takesTasks ? "\"job\":%d,\"command\"".formatted(job) : AgentProgram.super.endOf(job);
    }

    @Override
    public Traits traits() {
        return new Traits(
                "claude-code",
                "claude",
                "Bash",
                Pattern.compile("(?m)^❯[\\h\\u00a0]*(?:Try \".*)?$"),
                Pattern.compile("(?i)search prompts"));
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        // It asks nothing at its start: a second Escape to a question opens another one.
        AgentProgram.write(
                home.resolve(".claude.json"),
                """
                {
                  "hasCompletedOnboarding": true,
                  "hasSeenAutoDefaultNudge": true,
                  "theme": "%s",
                  "customApiKeyResponses": {"approved": ["%s"]},
                  "projects": {"%s": {"hasTrustDialogAccepted": true}}
                }
                """
                        .formatted(theme, KEY.substring(KEY.length() - KEY_END), workspace));
    }

    @Override
    public void trustNudge(Path home) {
        if (!runsMonitors) {
            removeMonitor(home);
        }
        AgentProgram.write(
                home.resolve(".claude/settings.json"),
                "{\"permissions\": {\"defaultMode\": \"default\", \"allow\": [\"mcp__nudge\"]}}");
    }

    /// Has the link to the plugin lead to a copy of the plugin without its monitor.
    private static void removeMonitor(Path home) {
        String script =
                """
                cd "$1"
                plugin=$(readlink -f .claude/skills/nudge)
                copy=$(mktemp -d "$PWD/extension.XXXXXX")
                cp -r "$plugin" "$copy/claude-code"
                rm -f "$copy/claude-code/monitors/monitors.json"
                ln -s "${plugin%/*}/bin" "${plugin%/*}/hooks" "$copy"
                ln -sfn "$copy/claude-code" .claude/skills/nudge
                """;
        new ShortCommand(Patience.LONG, System.getenv())
                .run(List.of("sh", "-ec", script, "sh", home.toString()));
    }

    @Override
    public Map<String, String> environment(String model) {
        Map<String, String> environment =
                new HashMap<>(
                        Map.of(
                                "ANTHROPIC_BASE_URL", model,
                                "ANTHROPIC_API_KEY", KEY,
                                "DISABLE_AUTOUPDATER", "1",
                                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
                                "ENABLE_TOOL_SEARCH", "false",
                                "IS_SANDBOX", "1"));
        if (!takesTasks) {
            environment.put("CLAUDE_CODE_DISABLE_MCP_TASKS", "1");
        }
        return environment;
    }
}
