package dev.nudge.testkit.agent;

import dev.nudge.testkit.ListedTools;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

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
    public String kind() {
        return "copilot-cli";
    }

    @Override
    public String command() {
        return "copilot";
    }

    private static Path folder(Path home) {
        return home.resolve(".copilot");
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        AgentProgram.write(
                folder(home).resolve("config.json"),
                JsonMapper.shared()
                        .writeValueAsString(
                                Map.of(
                                        "trustedFolders",
                                        List.of(workspace.toString()),
                                        "appTipShown",
                                        true)));
        AgentProgram.write(
                folder(home).resolve("settings.json"),
                JsonMapper.shared()
                        .writeValueAsString(
                                Map.of(
                                        "banner",
                                        "never",
                                        "showTipsOnStartup",
                                        false,
                                        "experimental",
                                        isExperimental)));
    }

    /// For the folder in which it starts.
    @Override
    public void trustNudge(Path home) {
        List<Map<String, String>> approvals =
                ListedTools.names().stream()
                        .map(tool -> Map.of("kind", "mcp", "serverName", "nudge", "toolName", tool))
                        .toList();
        String workspace = home.resolveSibling("workspace").toString();
        AgentProgram.write(
                folder(home).resolve("permissions-config.json"),
                JsonMapper.shared()
                        .writeValueAsString(
                                Map.of(
                                        "locations",
                                        Map.of(workspace, Map.of("tool_approvals", approvals)))));
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
    public Pattern emptyPrompt() {
        return Pattern.compile("(?m)^[❯┃]\\n[─╹▀]+\\n (?:← open sidebar · )?Interactive · ");
    }

    @Override
    public String shellTool() {
        return "bash";
    }

    @Override
    public Map<String, Object> shellCall(String command) {
        return Map.of("command", command, "description", "does something");
    }

    @Override
    public String lineKey() {
        return "C-j";
    }

    @Override
    public String openMenu() {
        return "Search models";
    }

    @Override
    public Pattern openSearch() {
        return Pattern.compile("(?m)^\\(reverse-i-search\\)");
    }

    @Override
    public Optional<String> beforeSecondEscape() {
        return Optional.of("esc again to");
    }
}
