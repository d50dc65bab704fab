package dev.nudge.testkit.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Codex, with a provider of its own.
public record Codex(boolean hasServer) implements AgentProgram {
    private static final String WITHOUT_SERVER = "\n[features]\ndaemon_auto_start = false\n";

    /// Codex without its server: each session is in the process in its pane.
    public Codex() {
        this(false);
    }

    /// Codex as it is installed, with one server for the sessions of all panes.
    public static Codex withServer() {
        return new Codex(true);
    }

    /// It asks whether to run without its server if that has other features.
    @Override
    public Optional<String> turnWayOff(Path home) {
        return hasServer
                ? Optional.of("codex -c features.daemon_auto_start=false")
                : Optional.empty();
    }

    private static Path settings(Path home) {
        return home.resolve(".codex/config.toml");
    }

    @Override
    public Traits traits() {
        return new Traits(
                "codex",
                "codex",
                "exec_command",
                Pattern.compile("(?m)^› Ask Codex to do anything$"),
                Pattern.compile("reverse-i-search"));
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        AgentProgram.write(
                settings(home),
                """
                # A comment of the person's.
                model = "gpt-5-codex"
                model_provider = "scripted"
                check_for_update_on_startup = false

                [model_providers.scripted]
                name = "scripted"
                base_url = "%s/v1"
                wire_api = "responses"
                env_key = "OPENAI_API_KEY"

                [projects."%s"]
                trust_level = "trusted"
                %s\
                """
                        .formatted(model, workspace, hasServer ? "" : WITHOUT_SERVER));
    }

    @Override
    public void trustNudge(Path home) {
        String all = AgentProgram.read(settings(home));
        String table = "[mcp_servers.nudge]\n";
        AgentProgram.write(
                settings(home),
                all.replace(table, table + "default_tools_approval_mode = \"approve\"\n"));
    }

    @Override
    public List<String> startAnswer(String screen) {
        if (screen.contains("t trust all")) {
            return List.of("t", "Escape");
        }
        if (screen.contains("t trust · esc back")) {
            return List.of("Escape");
        }
        if (screen.contains("1. Run without daemon this time")) {
            return List.of("1");
        }
        return screen.contains("Hooks need review") ? List.of("2", "Enter") : List.of();
    }

    @Override
    public Map<String, String> environment(String model) {
        return Map.of("OPENAI_API_KEY", "any");
    }

    @Override
    public Map<String, Object> shellCall(String command) {
        return Map.of(
                "cmd", command,
                "sandbox_permissions", "require_escalated",
                "justification", "it is wanted");
    }
}
