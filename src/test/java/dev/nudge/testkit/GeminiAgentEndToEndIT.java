package dev.nudge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GeminiAgentEndToEndIT {
    private static final Path GREETER = Path.of("src/test/resources/extensions/greeter");

    private final ScriptedModel model = ScriptedModel.start();
    private final TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();

    @AfterEach
    void closeAll() {
        tmux.close();
        model.close();
    }

    @Test
    void typedPromptReachesTheModelAndTheAnswerTheScreen() {
        try (GeminiAgent agent = start()) {
            model.onUserText("ping").reply("pong from the script");

            agent.submit("ping");

            assertThat(model.awaitUserTextContaining("ping", GeminiAgent.PATIENCE).lastUserText())
                    .isEqualTo("ping");
            agent.awaitText("pong from the script");
        }
    }

    @Test
    void heldReplyKeepsTheAgentWorkingAndAPromptQueued() {
        try (GeminiAgent agent = start()) {
            CountDownLatch hold = new CountDownLatch(1);
            model.onUserText("think").with(ModelReply.text("half").heldAfter(hold));
            agent.awaitTitle("Ready");

            agent.submit("think");
            agent.awaitTitle("Working");
            agent.submit("and this too");
            agent.awaitText("Queued");
            assertThat(model.requests()).hasSize(1);
            hold.countDown();

            model.awaitUserTextContaining("and this too", GeminiAgent.PATIENCE);
            agent.awaitTitle("Ready");
        }
    }

    @Test
    void shellCallOfTheModelAsksThePermissionOfTheUser() {
        try (GeminiAgent agent = start()) {
            model.onUserText("list")
                    .call("run_shell_command", Map.of("command", "touch made-by-the-model"));

            agent.submit("list");
            agent.awaitText("Allow execution");
            agent.awaitTitle("Action Required");
            agent.enter();

            model.awaitFunctionResponse("run_shell_command", GeminiAgent.PATIENCE);
            assertThat(agent.home().workspace().resolve("made-by-the-model")).exists();
        }
    }

    @Test
    void agentThatWasQuitLeavesAShellAndStartsAgain() {
        try (GeminiAgent agent = start()) {
            long first = agent.pid();

            agent.quit();
            assertThat(tmux.snapshot(agent.pane()).processes().foreground()).isEqualTo("bash");
            agent.keys("C-l");
            agent.launch();
            agent.awaitReady();

            assertThat(agent.pid()).isNotEqualTo(first);
            assertThat(tmux.snapshot(agent.pane()).processes().foreground()).isEqualTo("node");
        }
    }

    @Test
    void trustedServerOfALinkedExtensionIsCalledWithoutAQuestion() {
        model.onUserText("hello").call("mcp_greeter_greet", Map.of());
        GeminiSetup setup = setup().prepare(home -> home.linkExtension(GREETER));

        try (GeminiAgent agent = setup.prepare(home -> home.trustMcpServer("greeter")).start()) {
            agent.awaitReady().submit("hello");

            assertThat(greeting()).contains("hello from the greeter");
        }
    }

    @Test
    void plainServerOfTheSettingsAsksBeforeItsToolIsCalled() {
        model.onUserText("hello").call("mcp_greeter_greet", Map.of());
        List<String> server = List.of(GREETER.resolve("server.sh").toAbsolutePath().toString());
        GeminiSetup setup = setup().prepare(home -> home.addMcpServer("greeter", "sh", server));

        try (GeminiAgent agent = setup.start().awaitReady()) {
            agent.submit("hello");
            agent.awaitText("Allow execution of MCP tool");
            agent.enter();

            assertThat(greeting()).contains("hello from the greeter");
        }
    }

    private String greeting() {
        return model.awaitFunctionResponse("mcp_greeter_greet", GeminiAgent.PATIENCE)
                .functionResponse("mcp_greeter_greet")
                .orElseThrow();
    }

    private GeminiAgent start() {
        return setup().start().awaitReady();
    }

    private GeminiSetup setup() {
        return GeminiAgent.in(tmux, model).size(100, 40);
    }
}
