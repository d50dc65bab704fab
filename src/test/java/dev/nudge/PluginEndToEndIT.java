package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// nudge in the real Claude Code and Codex as a plugin of the marketplace that `scripts/release`
/// makes. Its tools have other names in Claude Code then.
class PluginEndToEndIT {
    private static final String INSTALLATION =
            """
            if ! [ -e "$0/marketplace" ]; then
                sh scripts/release --marketplace "$0"
                mkdir "$0/marketplace"
                tar -xzf "$0/marketplace.tar.gz" -C "$0/marketplace"
            fi
            mkdir -p ~/.local/bin
            ln -s "$1" ~/.local/bin/nudge
            """;

    private static final String CODEX =
            "codex plugin marketplace add \"$0/marketplace\"; codex plugin add nudge@nudge";

    private static final String CLAUDE =
            "claude plugin marketplace add \"$0/marketplace\"; claude plugin install nudge@nudge";

    @AutoClose private static final TemporaryFolder FOLDER = TemporaryFolder.create();

    /// First by its tasks, then, for a job of a shell, by the monitor.
    @Test
    void wakesClaudeCodeOnce() throws IOException {
        try (RealAgent agent = RealAgent.of(ClaudeCode.withTasks())) {
            String server = "mcp__plugin_nudge_nudge";
            Files.createDirectories(agent.home().resolve(".claude"));
            Files.writeString(
                    agent.home().resolve(".claude/settings.json"),
                    "{\"permissions\": {\"allow\": [\"%s\"]}}".formatted(server));
            add(agent, CLAUDE);
            assertThat(agent.nudge("uninstall", "claude-code"))
                    .contains("nudge is not registered", " plugin ", " nudge@nudge");

            agent.start(110, 34);
            isWokenOnce(agent, server + "__run_long_command", "task");
            agent.nudge("run", "--agent", agent.pane(), "--", "echo monitor-$((40+2))");
            assertThat(assertToldOnce(agent, "monitor"))
                    .contains("Monitor event", "automatic notice]");
        }
    }

    @Test
    void wakesCodexOnce() throws IOException {
        try (RealAgent agent = RealAgent.of(new Codex())) {
            add(agent, CODEX);
            assertThat(agent.nudge("install", "codex")).contains("nudge is a plugin of it already");
            Path settings = agent.home().resolve(".codex/config.toml");
            String trust = "approval_policy = \"never\"\nsandbox_mode = \"danger-full-access\"\n";
            Files.writeString(settings, trust + Files.readString(settings));

            agent.start(110, 34);
            isWokenOnce(agent, agent.program().tool("run_long_command"), "codex");
        }
    }

    private void add(RealAgent agent, String commands) {
        new ShortCommand(Patience.LONG, agent.user().environment())
                .run(
                        List.of(
                                "sh",
                                "-ec",
                                INSTALLATION + commands,
                                FOLDER.path().toString(),
                                NudgeUser.command().getFirst()));
    }

    private static void isWokenOnce(RealAgent agent, String tool, String way) {
        agent.awaitConnected();
        agent.model()
                .onUserText("do it by " + way)
                .call(tool, Map.of("command", "sleep 3; echo " + way + "-$((40+2))"));
        agent.submit("do it by " + way);
        String _ = assertToldOnce(agent, way);
    }

    private static String assertToldOnce(RealAgent agent, String way) {
        String output = way + "-42";
        String told = agent.awaitTold(output);
        agent.awaitIdle();
        agent.submit("and now, " + way);
        agent.awaitTold("and now, " + way);
        agent.awaitReady();
        assertThat(agent.timesTold(output)).as(agent::account).isEqualTo(1);
        return told;
    }
}
