package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What answers promise to agents that nudge knows and to others, where something can be typed for
/// them and where not.
class PromisesIT {
    private static final Map<String, Object> TIMER = Map.of("in_seconds", 300, "note", "tea");
    private static final Map<String, Object> WATCH = Map.of("file", "/tmp/none", "pattern", "x");
    private static final String MUTE =
            "I cannot notify this agent: nudge does not know the program \"agent.sh\" (docs/agents.md shows how to describe it). Use wait_for_job with job ";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @Test
    void knownAgentInItsSessionIsNotified() {
        try (StandInAgent agent = StandInAgent.startKnown(tmux, user, "gemini-cli")) {
            assertThat(agent.run(Map.of("command", "sleep 300", "interactive", true)))
                    .contains("I will notify you when it finishes.")
                    .endsWith("I will notify you when it waits for input.");
            assertThat(agent.call("set_timer", TIMER)).contains("I will notify you then.");
            assertThat(agent.call("watch_output", WATCH))
                    .contains("I will notify you with the line that matches.");
            assertThat(agent.call("wait_for_job", Map.of("job", 1, "timeout_seconds", 1)))
                    .contains("you will be notified of the end");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void agentElsewhereIsToldTheWayToItsSessionUnlessItWantsNoNews(boolean isKnown) {
        String pane = tmux.newSession("other", 100, 30, user.environment(), "bash");
        try (StandInAgent agent =
                isKnown
                        ? StandInAgent.startKnownIn(tmux, user, pane)
                        : StandInAgent.startIn(tmux, user, pane)) {
            String refusal = "Error: Not running inside tmux session 'gemini-cli'.";
            assertThat(agent.run(Map.of("command", "sleep 300"))).startsWith(refusal);
            assertThat(agent.call("set_timer", TIMER)).startsWith(refusal);
            assertThat(agent.call("watch_output", WATCH)).startsWith(refusal);
            assertThat(agent.run(Map.of("command", "true", "notify", "silent")))
                    .contains("I will not notify you when it finishes.");
            if (isKnown) {
                assertThat(explain(pane))
                        .contains("nothing, since it is in no tmux pane in which nudge types");
            } else {
                await().atMost(Patience.LONG)
                        .until(
                                () -> user.run("doctor"),
                                said ->
                                        said.contains(
                                                        "nudge does not know the program \"agent.sh\"")
                                                && said.contains("wait_for_job"));
            }
        }
    }

    private String explain(String pane) {
        Map<String, String> environment = new HashMap<>(user.environment());
        environment.put("TMUX", tmux.socket() + ",1,0");
        return new ShortCommand(Patience.LONG, environment).run(NudgeUser.command("explain", pane));
    }

    @Test
    void unknownProgramIsToldToWait() {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            for (String wanted : List.of("inject", "notify", "on_failure")) {
                assertThat(agent.run(Map.of("command", "true", "notify", wanted)))
                        .as(wanted)
                        .contains(MUTE)
                        .doesNotContain("I will");
            }
            assertThat(agent.run(Map.of("command", "sleep 300", "interactive", true)))
                    .contains(MUTE + 4)
                    .doesNotContain("I will");
            assertThat(agent.call("set_timer", Map.of("in_seconds", 3, "note", "tea")))
                    .contains(MUTE + 5)
                    .doesNotContain("I will");
            assertThat(
                            agent.call(
                                    "watch_output",
                                    Map.of("job", 4, "pattern", "x", "label", "watch")))
                    .contains(MUTE + 6)
                    .doesNotContain("I will");
            assertThat(agent.call("wait_for_job", Map.of("job", 4, "timeout_seconds", 1)))
                    .contains("Job 4 continues")
                    .doesNotContain("notified");
            assertThat(agent.call("wait_for_job", Map.of("job", 1, "timeout_seconds", 30)))
                    .contains("exit code 0");
            assertThat(agent.call("wait_for_job", Map.of("job", 5, "timeout_seconds", 30)))
                    .contains("tea");
            agent.call("send_input", Map.of("job", 4, "text", "xyz", "keys", List.of("Enter")));
            assertThat(agent.call("wait_for_job", Map.of("job", 6, "timeout_seconds", 30)))
                    .contains("xyz");
        }
    }

    /// Its hooks report what waits, but nothing wakes it.
    @Test
    void unknownProgramThatRunsTheHooksIsPromisedThese() throws IOException {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.beginSession();

            assertThat(agent.run(Map.of("command", "echo built")))
                    .contains(
                            "I cannot wake this agent: nudge does not know the program \"agent.sh\" (docs/agents.md shows how to describe it). Its hooks report this with the next prompt; to get it before, use wait_for_job with job 1.")
                    .doesNotContain("I will");
            agent.awaitTold("Background command completed", "built");
        }
    }
}
