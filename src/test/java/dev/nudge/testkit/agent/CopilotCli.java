package dev.nudge.testkit.agent;

import dev.nudge.testkit.ListedTools;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Copilot CLI, offline, with a provider of its own.
///
/// @param isExperimental whether it runs extensions
public record CopilotCli(boolean isExperimental) implements AgentProgram {
    /// Makes one that runs no extensions, as it is without a setting.
    public CopilotCli() {
        this(false);
    }

    @Override
    public boolean hasInbox() {
        return isExperimental;
    }

    @Override
    public Traits traits() {
        return new Traits(
                "copilot-cli",
                "copilot",
                "bash",
                Pattern.compile("(?m)^[❯┃]\\n[─╹▀]+\\n (?:← open sidebar · )?Interactive · "),
                Pattern.compile("(?m)^\\(reverse-i-search\\)"));
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        write(home, "config.json", "{'trustedFolders': ['%s'], 'appTipShown': true}", workspace);
        write(
                home,
                "settings.json",
                "{'banner': 'never', 'showTipsOnStartup': false, 'experimental': %s}",
                isExperimental);
    }

    private static void write(Path home, String file, String json, Object value) {
        String text = json.replace('\'', '"').formatted(value);
        AgentProgram.write(home.resolve(".copilot").resolve(file), text);
    }

    /// For the folder in which it starts.
    @Override
    public void trustNudge(Path home) {
        String approvals =
                ListedTools.names().stream()
                        .map("{'kind': 'mcp', 'serverName': 'nudge', 'toolName': '%s'}"::formatted)
                        .collect(Collectors.joining(", ", "{'tool_approvals': [", "]}"));
        write(
                home,
                "permissions-config.json",
                "{'locations': {'%s': " + approvals + "}}",
                home.resolveSibling("workspace"));
    }

    /// What it unpacks of itself is kept for all tests: it takes a quarter of a gigabyte.
    @Override
    public Map<String, String> environment(String model) {
        Map<String, String> environment = new HashMap<>();
        environment.put("COPILOT_OFFLINE", "true");
        environment.put("COPILOT_AUTO_UPDATE", "false");
        environment.put("COPILOT_PROVIDER_BASE_URL", model);
        environment.put("COPILOT_PROVIDER_TYPE", "anthropic");
        environment.put("COPILOT_PROVIDER_API_KEY", "any");
        environment.put("COPILOT_MODEL", "scripted");
        environment.put(
                "COPILOT_CACHE_HOME", folder().resolveSibling("../cache").normalize().toString());
        return environment;
    }

    @Override
    public String openMenu() {
        return "Search models";
    }

    @Override
    public Optional<String> beforeSecondEscape() {
        return Optional.of("esc again to");
    }
}
