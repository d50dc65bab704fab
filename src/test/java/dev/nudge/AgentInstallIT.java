package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.QwenCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// `nudge install` and `nudge uninstall` with the real programs of agents, for a user who has them
/// all.
class AgentInstallIT {
    private static final List<AgentProgram> PROGRAMS =
            List.of(
                    new Codex(),
                    new ClaudeCode(),
                    new CopilotCli(),
                    new Opencode(),
                    new QwenCode());
    private static final String OPENCODE = ".config/opencode/opencode.json";
    private static final List<String> SETTINGS =
            List.of(
                    ".codex/config.toml",
                    ".codex/hooks.json",
                    ".claude.json",
                    ".claude/skills/nudge",
                    OPENCODE,
                    ".config/opencode/plugins/nudge.js",
                    ".copilot/mcp-config.json",
                    ".copilot/hooks/nudge.json",
                    ".copilot/extensions/nudge/extension.mjs",
                    ".qwen/extensions/nudge/.qwen-extension-install.json");
    private static final String NO_MODEL = "http://127.0.0.1:1";
    private static final String OWN_HOOKS =
            "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path home = user.folder("home");
    private final Path hooks = home.resolve(".codex/hooks.json");
    private final Path copilotHooks = home.resolve(".copilot/hooks/nudge.json");

    AgentInstallIT() {
        for (AgentProgram program : PROGRAMS) {
            program.prepare(home, user.folder("workspace"), NO_MODEL);
            user.environment().putAll(program.environment(NO_MODEL));
            user.environment()
                    .merge(
                            "PATH",
                            program.folder().toString(),
                            (path, folder) -> folder + ":" + path);
        }
        AgentProgram.write(hooks, OWN_HOOKS);
        AgentProgram.write(copilotHooks.resolveSibling("own.json"), "{}");
    }

    /// Returns the settings of the agents, and where their links lead.
    private Map<String, String> settings() throws IOException {
        Map<String, String> settings = new TreeMap<>();
        for (String name : SETTINGS) {
            Path file = home.resolve(name);
            if (Files.isSymbolicLink(file)) {
                settings.put(name, Files.readSymbolicLink(file).toString());
            } else if (Files.exists(file)) {
                settings.put(name, Files.readString(file));
            }
        }
        return settings;
    }

    private String nudge(String... words) {
        return run(NudgeUser.command(words));
    }

    private String run(List<String> words) {
        return NudgeUser.text(user.program(words).redirectErrorStream(true));
    }

    /// Returns this text with the title of each agent.
    private static String[] each(String text) {
        return PROGRAMS.stream()
                .map(program -> text.formatted(AgentKinds.builtIn(program.kind()).title()))
                .toArray(String[]::new);
    }

    @Test
    void registersOnceAndIsUndoneAndWhatIsThePersonsOwnStays() throws IOException {
        Map<String, String> before = settings();
        assertThat(user.fail("install", "vim"))
                .startsWith("nudge: nudge cannot be registered with \"vim\", but with: ");
        assertThat(nudge("install", "--dry-run"))
                .contains(
                        "codex mcp add ",
                        "claude mcp add ",
                        "copilot mcp add ",
                        "qwen extensions link ",
                        "/opencode/nudge.js ")
                .contains(each("%s: nudge would be registered"));
        assertThat(settings()).isEqualTo(before);

        String adds = ": adds the hooks SessionStart, UserPromptSubmit, PostToolUse";
        assertThat(nudge("install"))
                .contains(hooks + adds, copilotHooks + adds)
                .contains("start it again, and let it trust nudge's hooks when it asks")
                .contains(each("%s: nudge is registered;"))
                .contains("A first tour");

        Map<String, String> after = settings();
        assertThat(after).containsOnlyKeys(SETTINGS).containsEntry(OPENCODE, before.get(OPENCODE));
        assertThat(after.get(".codex/hooks.json")).contains("\"Stop\"", "hooks/hand-over\\\"");
        assertThat(after.get(".codex/config.toml"))
                .contains("# A comment of the person's.", "env_vars = [\"TMUX\"");
        assertThat(hooks.resolveSibling("hooks.json.before-nudge")).hasContent(OWN_HOOKS);
        assertThat(hooks.resolveSibling("config.toml.before-nudge"))
                .hasContent(before.get(".codex/config.toml"));
        assertThat(nudge("install"))
                .contains(each("%s: nudge is registered already"))
                .doesNotContain("A first tour");
        assertThat(settings()).isEqualTo(after);
        assertThat(nudge("doctor"))
                .contains(each("ok    nudge is registered with %s"))
                .contains(each("ok    %s "));
        assertThat(run(List.of("/usr/bin/env", "claude", "plugin", "details", "nudge")))
                .contains("Hooks (4)", "MCP servers (0)");

        assertThat(nudge("uninstall")).contains(each("%s: nudge is removed"));
        assertThat(settings().toString())
                .doesNotContain("bin/nudge", "target/extension", "hand-over");
        assertThat(hooks).content().contains("\"Stop\"");
        assertThat(home.resolve(".codex/config.toml"))
                .content()
                .contains("daemon_auto_start = false");
        assertThat(settings()).containsEntry(OPENCODE, before.get(OPENCODE));
        assertThat(copilotHooks).doesNotExist();
        assertThat(copilotHooks.resolveSibling("own.json")).exists();
        assertThat(nudge("uninstall")).contains(each("%s: nudge is not registered"));
    }
}
