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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// nudge in the real Claude Code and Codex as a plugin of the marketplace that `scripts/release`
/// makes. Its tools have other names in Claude Code then.
class PluginEndToEndIT {
    private static final String INSTALLATION =
            """
            sh scripts/release --marketplace "$0"
            mkdir -p "$0/marketplace" ~/.local/bin
            tar -xzf "$0/marketplace.tar.gz" -C "$0/marketplace"
            ln -s "$1" ~/.local/bin/nudge
            """;

    private static final String CODEX =
            "codex plugin marketplace add \"$0/marketplace\"; codex plugin add nudge@nudge";

    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();

    static List<ClaudeCode> programs() {
        return List.of(ClaudeCode.withTasks(), ClaudeCode.withMonitors(), new ClaudeCode());
    }

    @ParameterizedTest
    @MethodSource("programs")
    void wakesClaudeCodeOnce(ClaudeCode program) throws IOException {
        try (RealAgent agent = RealAgent.of(program)) {
            String server = "mcp__plugin_nudge_nudge";
            Files.createDirectories(agent.home().resolve(".claude"));
            Files.writeString(
                    agent.home().resolve(".claude/settings.json"),
                    "{\"permissions\": {\"allow\": [\"%s\"]}}".formatted(server));
            install(
                    agent,
                    "claude plugin marketplace add \"$0/marketplace\"; claude plugin install nudge@nudge");

            isWokenOnce(agent, server + "__run_long_command");
        }
    }

    @Test
    void wakesCodexOnce() throws IOException {
        try (RealAgent agent = RealAgent.of(new Codex())) {
            install(agent, CODEX);
            Path settings = agent.home().resolve(".codex/config.toml");
            String trust = "approval_policy = \"never\"\nsandbox_mode = \"danger-full-access\"\n";
            Files.writeString(settings, trust + Files.readString(settings));

            isWokenOnce(agent, agent.program().tool("run_long_command"));
        }
    }

    @Test
    void secondRegistrationIsFound() {
        try (RealAgent agent = RealAgent.of(new Codex())) {
            agent.nudge("install", "codex");
            add(agent, CODEX);
            assertThat(agent.nudge("doctor"))
                    .contains("registered with Codex twice", "nudge uninstall codex");

            agent.nudge("uninstall", "codex");
            assertThat(agent.nudge("doctor")).contains("nudge is a plugin of Codex");
        }
    }

    private void add(RealAgent agent, String commands) {
        new ShortCommand(Patience.LONG, agent.user().environment())
                .run(
                        List.of(
                                "sh",
                                "-ec",
                                INSTALLATION + commands,
                                folder.path().toString(),
                                NudgeUser.command().getFirst()));
    }

    private void install(RealAgent agent, String commands) {
        add(agent, commands);
        String kind = agent.program().kind();
        assertThat(agent.nudge("install", kind)).contains("nudge is a plugin of it already");
        assertThat(agent.nudge("doctor")).contains("nudge is a plugin of ");
        assertThat(agent.nudge("uninstall", kind)).contains(" plugin ", " nudge@nudge");
    }

    private static void isWokenOnce(RealAgent agent, String tool) {
        agent.start(110, 34);
        agent.awaitConnected();
        agent.model()
                .onUserText("do it")
                .call(tool, Map.of("command", "sleep 3; echo woken-$((40+2))"));
        agent.submit("do it");
        agent.awaitTold("woken-42");
        agent.awaitIdle();
        agent.submit("and now");
        agent.awaitTold("and now");
        agent.awaitReady();
        assertThat(agent.timesTold("woken-42")).as(agent::account).isEqualTo(1);
    }
}
