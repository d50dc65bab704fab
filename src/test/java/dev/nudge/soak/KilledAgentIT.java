package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An agent that is killed leaves its screen as it was, with what it had in its prompt.
class KilledAgentIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final NudgeUser user = NudgeUser.create();
    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final SoakPane pane =
            new SoakPane(
                    user,
                    "gemini-cli",
                    command -> tmux.newSession("gemini-cli", 100, 30, user.environment(), command));

    /// An agent that takes no keys draws nothing either.
    @BeforeEach
    void awaitPrompt() {
        await().atMost(LIMIT).until(() -> pane.screen(tmux).contains("Type your message"));
    }

    @AfterEach
    void close() {
        pane.close();
        tmux.close();
        user.close();
    }

    @Test
    void resultThatStoodInItsPromptIsToldToTheNextAgent() {
        pane.killAgentAfter(() -> {
            waitForDraft();
            user.killDaemon();
        });
        pane.start();

        await().atMost(LIMIT).until(() -> typed().size() == 1);
        assertThat(typed().getFirst()).contains("[standing]");
        assertThat(user.awaitEnd(1).path("nudge").stringValue()).isEqualTo("delivered");
    }

    @Test
    void resultOnWhichItDidNotTakeEnterIsToldToTheNextAgent() {
        pane.killAgentAfter(this::waitForDraft);
        pane.start();

        await().atMost(LIMIT).until(() -> typed().size() == 1);
        assertThat(typed().getFirst()).contains("[standing]");
    }

    @Test
    void resultThatItTookIsNotToldAgain() {
        pane.call("run_long_command", Map.of("command", "echo taken"));
        await().atMost(LIMIT)
                .until(() -> user.record(1).path("nudge").stringValue("").equals("delivered"));
        user.killDaemon();
        pane.killAgent();
        pane.start();

        pane.call("run_long_command", Map.of("command", "echo next"));
        await().atMost(LIMIT)
                .until(() -> user.record(2).path("nudge").stringValue("").equals("delivered"));
        assertThat(typed()).hasSize(2);
    }

    private void waitForDraft() {
        pane.call("run_long_command", Map.of("command", "echo standing"));
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(pane.screen(tmux))
                                .as(() -> user.run("ps", "--all") + user.log())
                                .contains("[nudge: job 1, automatic"));
    }

    private List<String> typed() {
        return pane.record().stream().filter(line -> line.startsWith("typed")).toList();
    }
}
