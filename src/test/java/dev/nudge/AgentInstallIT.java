package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `nudge install` and `nudge uninstall` with the real programs of agents.
class AgentInstallIT {
    private static final String QWEN_LINK = ".qwen/extensions/nudge/.qwen-extension-install.json";
    private static final String OPENCODE_LINK = ".config/opencode/plugins/nudge.js";
    private static final String COMMENT = "# A comment of the person's.";

    static List<AgentProgram> programs() {
        return List.of(
                new Codex(), new ClaudeCode(), new CopilotCli(), new Opencode(), new QwenCode());
    }

    /// Returns the settings of the agents.
    private static Map<String, String> settings(RealAgent agent) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        for (String name :
                List.of(
                        ".codex/config.toml",
                        ".codex/hooks.json",
                        ".claude.json",
                        ".copilot/mcp-config.json",
                        ".copilot/hooks/nudge.json",
                        QWEN_LINK)) {
            Path file = agent.home().resolve(name);
            if (Files.exists(file)) {
                settings.put(name, Files.readString(file));
            }
        }
        for (Path link : List.of(plugin(agent), agent.home().resolve(OPENCODE_LINK))) {
            if (Files.isSymbolicLink(link)) {
                settings.put("link", Files.readSymbolicLink(link).toString());
            }
        }
        return settings;
    }

    /// Returns the place of the plugin with nudge's hooks in Claude Code.
    private static Path plugin(RealAgent agent) {
        return agent.home().resolve(".claude/skills/nudge");
    }

    @ParameterizedTest
    @MethodSource("programs")
    void registersOnceAndIsUndone(AgentProgram program) throws IOException {
        try (RealAgent agent = RealAgent.of(program)) {
            Map<String, String> before = settings(agent);
            String dry = agent.nudge("install", "--dry-run");
            assertThat(dry)
                    .containsPattern(
                            program.command() + " (?:mcp add|extensions link) |ln -s .*/opencode/")
                    .contains("would be registered");
            assertThat(settings(agent)).isEqualTo(before);
            assertThat(agent.nudge("doctor"))
                    .contains("note  nudge is not registered with ")
                    .contains("nudge install " + program.kind());

            assertThat(agent.nudge("install", program.kind()))
                    .contains("nudge is registered;", "A first tour");

            Map<String, String> after = settings(agent);
            assertThat(after.toString()).contains("target/extension");
            assertThat(agent.nudge("install"))
                    .contains("nudge is registered already")
                    .doesNotContain("A first tour");
            assertThat(settings(agent)).isEqualTo(after);
            assertThat(agent.nudge("doctor"))
                    .contains("ok    nudge is registered with ")
                    .contains("ok    " + title(program) + " ");

            assertThat(agent.nudge("uninstall", program.kind())).contains("nudge is removed");
            assertThat(settings(agent).toString())
                    .doesNotContain("bin/nudge")
                    .doesNotContain("target/extension")
                    .doesNotContain("hand-over")
                    .doesNotContain("link");
            assertThat(agent.nudge("uninstall")).contains("nudge is not registered");
        }
    }

    private static String title(AgentProgram program) {
        return AgentKinds.builtIn(program.kind()).title();
    }

    /// A person knows the name of the program.
    @Test
    void agentIsFoundByItsProgramAndHooksOfThePersonStay() throws IOException {
        try (RealAgent agent = RealAgent.of(new CopilotCli())) {
            Path hooks = agent.home().resolve(".copilot/hooks");
            Path own = Files.createDirectories(hooks).resolve("own.json");
            Files.writeString(own, "{}");

            assertThat(agent.nudge("install", "copilot"))
                    .contains(
                            hooks.resolve("nudge.json")
                                    + ": adds the hooks SessionStart, UserPromptSubmit, PostToolUse")
                    .contains("nudge is registered;");

            assertThat(agent.run("copilot", "mcp", "list")).contains("nudge");
            assertThat(agent.nudge("uninstall", "copilot")).contains("nudge is removed");
            assertThat(hooks).isDirectoryContaining("glob:**/own.json");
            assertThat(hooks.resolve("nudge.json")).doesNotExist();
        }
    }

    @Test
    void hooksAreAddedToThoseOfThePersonInCodexAndCommentsFeaturesAndACopyOfTheSettingsAreKept()
            throws IOException {
        try (RealAgent agent = RealAgent.of(new Codex())) {
            agentThatIsNotThereIsNamed(agent);
            Path file = agent.home().resolve(".codex/hooks.json");
            String own =
                    """
                    {
                      "hooks" : {
                        "Stop" : [ {
                          "hooks" : [ {
                            "type" : "command",
                            "command" : "true"
                          } ]
                        } ]
                      }
                    }
                    """;
            Files.writeString(file, own);

            assertThat(agent.nudge("install"))
                    .contains(file + ": adds the hooks SessionStart, UserPromptSubmit, PostToolUse")
                    .contains("start it again, and let it trust nudge's hooks when it asks");

            assertThat(Files.readString(file)).contains("\"Stop\"").contains("hooks/hand-over\\\"");
            assertThat(file.resolveSibling("hooks.json.before-nudge")).hasContent(own);
            Path settings = file.resolveSibling("config.toml");
            assertThat(settings).content().contains(COMMENT).contains("env_vars = [\"TMUX\"");
            assertThat(settings.resolveSibling("config.toml.before-nudge")).exists();
            assertThat(agent.nudge("uninstall")).doesNotContain("features enable");
            assertThat(file).hasContent(own);
            assertThat(settings).content().contains("daemon_auto_start = false");
            Files.delete(file);
            agent.nudge("install");
            Files.delete(file);
            assertThat(agent.nudge("doctor"))
                    .contains("nudge is registered with Codex, but its hooks are not");
            assertThat(agent.nudge("install")).contains("adds the hooks").doesNotContain("mcp add");
        }
    }

    private static void agentThatIsNotThereIsNamed(RealAgent agent) {
        assertThat(agent.nudge("install", "claude-code"))
                .isEqualToIgnoringNewLines(
                        "nudge: Claude Code (command claude) is not on the PATH.");
        assertThat(agent.nudge("install", "vim"))
                .startsWith(
                        "nudge: nudge cannot be registered with \"vim\", but with: claude-code,");
    }

    @Test
    void hooksAreAPluginThatClaudeCodeFindsAndAFolderOfAPersonsInItsPlaceIsKept()
            throws IOException {
        try (RealAgent agent = RealAgent.of(new ClaudeCode())) {
            Path place = plugin(agent);
            Path mine = Files.createDirectories(place).resolve("SKILL.md");
            Files.writeString(mine, "My own.");
            assertThat(agent.nudge("install")).contains("is not a link to nudge");
            assertThat(mine).hasContent("My own.");
            assertThat(agent.nudge("uninstall")).contains("nudge is removed");
            assertThat(mine).exists();
            Files.delete(mine);
            Files.delete(place);

            assertThat(agent.nudge("install")).contains("ln -s ").contains("" + place);

            assertThat(agent.run("claude", "plugin", "list"))
                    .contains("nudge@skills-dir")
                    .contains("loaded");
            assertThat(agent.run("claude", "plugin", "details", "nudge"))
                    .contains("Hooks (4)")
                    .contains("MCP servers (0)");
            Files.delete(place);
            assertThat(agent.nudge("doctor"))
                    .contains("nudge is registered with Claude Code, but its hooks are not");
            assertThat(agent.nudge("install")).contains("ln -s ").doesNotContain("claude mcp");
            registrationOfAnotherNudgeIsReplaced(agent);
        }
    }

    private static void registrationOfAnotherNudgeIsReplaced(RealAgent agent) throws IOException {
        Path file = agent.home().resolve(".claude.json");
        String settings = Files.readString(file);
        Files.writeString(file, settings.replace("/bin/nudge\"", "/elsewhere/bin/nudge\""));
        assertThat(agent.nudge("doctor"))
                .contains("nudge is not registered with Claude Code as it should be");

        assertThat(agent.nudge("install"))
                .contains("claude mcp remove")
                .contains("nudge is registered;");
        assertThat(file).content().doesNotContain("elsewhere");
    }

    /// The servers that it lists are those that it starts.
    @Test
    void opencodeFindsThePluginThatStartsNudge() throws IOException {
        try (RealAgent agent = RealAgent.of(new Opencode())) {
            Path settings = agent.home().resolve(".config/opencode/opencode.json");
            String before = Files.readString(settings);
            assertThat(agent.run("opencode", "mcp", "list")).doesNotContain("nudge");

            assertThat(agent.nudge("install")).contains("ln -s ").contains(OPENCODE_LINK);

            assertThat(agent.run("opencode", "mcp", "list")).containsPattern("nudge.*connected");
            assertThat(settings).hasContent(before);
            agent.nudge("uninstall");
            assertThat(agent.run("opencode", "mcp", "list")).doesNotContain("nudge");
        }
    }
}
