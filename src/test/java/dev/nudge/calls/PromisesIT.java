package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What answers promise to agents that nudge knows and to others, where something can be typed for
/// them and where not.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PromisesIT {
    private static final Map<String, Object> TIMER = Map.of("in_seconds", 300, "note", "tea");
    private static final Map<String, Object> WATCH = Map.of("file", "/tmp/none", "pattern", "x");
    private static final String UNKNOWN =
            "this agent: nudge does not know the program \"agent.sh\" (docs/agents.md shows how to describe it).";
    private static final String MUTE = "I cannot notify " + UNKNOWN + " Use wait_for_job with job ";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @BeforeAll
    void openSessions() {
        for (String session : List.of("gemini-cli", "other")) {
            tmux.newSession(session, 100, 30, user.environment(), "sh");
        }
    }

    private StandInAgent known(String session) {
        return StandInAgent.startKnownIn(tmux, user, pane(session));
    }

    private StandInAgent unknown(String session) {
        return StandInAgent.startIn(tmux, user, pane(session));
    }

    private String pane(String session) {
        return tmux.newWindow(session, user.environment(), "sh");
    }

    private int last() {
        return user.stored().size();
    }

    private static String waitFor(StandInAgent agent, int job, int seconds) {
        return agent.call("wait_for_job", Map.of("job", job, "timeout_seconds", seconds));
    }

    @Test
    void knownAgentInItsSessionIsNotified() {
        try (StandInAgent agent = known("gemini-cli")) {
            assertThat(agent.run(Map.of("command", "sleep 300", "interactive", true)))
                    .contains("I will notify you when it finishes.")
                    .endsWith("I will notify you when it waits for input.");
            assertThat(waitFor(agent, last(), 1)).contains("you will be notified of the end");
            assertThat(agent.call("set_timer", TIMER)).contains("I will notify you then.");
            assertThat(agent.call("watch_output", WATCH))
                    .contains("I will notify you with the line that matches.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void agentElsewhereIsToldTheWayToItsSessionUnlessItWantsNoNews(boolean isKnown) {
        try (StandInAgent agent = isKnown ? known("other") : unknown("other")) {
            String refusal = "Error: Not running inside tmux session 'gemini-cli'.";
            assertThat(agent.run(Map.of("command", "sleep 300"))).startsWith(refusal);
            assertThat(agent.call("set_timer", TIMER)).startsWith(refusal);
            assertThat(agent.call("watch_output", WATCH)).startsWith(refusal);
            assertThat(agent.run(Map.of("command", "true", "notify", "silent")))
                    .contains("I will not notify you when it finishes.");
            if (isKnown) {
                String nothing = "nothing, since it is in no tmux pane in which nudge types";
                assertThat(explain(agent.pane())).contains(nothing).doesNotContain("hooks");
                agent.beginSession();
                assertThat(explain(agent.pane()))
                        .contains(
                                nothing + "; nudge's hooks report what waits with its next prompt");
            } else {
                await().until(
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

    /// A task needs nothing else that wakes its agent.
    @Test
    void agentElsewhereGetsTheTasksThatItsClientAsksFor() {
        Map<String, Object> command = Map.of("command", "sleep 300");
        try (StandInAgent agent = StandInAgent.startModernIn(tmux, user, pane("other"))) {
            assertThat(StandInAgent.text(agent.callAlone("run_long_command", command, false)))
                    .startsWith("Error: Not running inside tmux session 'gemini-cli'.");
            for (JsonNode answer :
                    List.of(
                            agent.callAlone("run_long_command", command, true),
                            agent.callAlone("set_timer", TIMER, true),
                            agent.callAlone("watch_output", WATCH, true))) {
                assertThat(answer.at("/result/resultType").asString(""))
                        .as(answer.toString())
                        .isEqualTo("task");
            }
        }
    }

    @Test
    void unknownProgramIsToldToWait() {
        try (StandInAgent agent = unknown("gemini-cli")) {
            for (String wanted : List.of("inject", "notify", "on_failure")) {
                assertMute(agent, "run_long_command", Map.of("command", "true", "notify", wanted));
            }
            int command = last();
            assertThat(waitFor(agent, command, 30)).contains("exit code 0");
            assertMute(
                    agent, "run_long_command", Map.of("command", "sleep 300", "interactive", true));
            int sleep = last();
            assertThat(waitFor(agent, sleep, 1))
                    .contains("Job %d continues".formatted(sleep))
                    .doesNotContain("notified");
            assertMute(agent, "set_timer", Map.of("in_seconds", 3, "note", "tea"));
            int timer = last();
            assertMute(
                    agent, "watch_output", Map.of("job", sleep, "pattern", "x", "label", "watch"));
            int watch = last();
            assertThat(waitFor(agent, timer, 30)).contains("tea");
            agent.call("send_input", Map.of("job", sleep, "text", "xyz", "keys", List.of("Enter")));
            assertThat(waitFor(agent, watch, 30)).contains("xyz");
        }
    }

    private void assertMute(StandInAgent agent, String tool, Map<String, Object> arguments) {
        int job = last() + 1;
        assertThat(agent.call(tool, arguments))
                .as("%s %s", tool, arguments)
                .contains(MUTE + job)
                .doesNotContain("I will");
    }

    /// Its hooks report what waits, but nothing wakes it.
    @Test
    void unknownProgramThatRunsTheHooksIsPromisedThese() {
        try (StandInAgent agent = unknown("gemini-cli")) {
            agent.beginSession();

            assertThat(agent.run(Map.of("command", "echo built")))
                    .contains(
                            "I cannot wake "
                                    + UNKNOWN
                                    + " Its hooks report this with the next prompt; to get it before, use wait_for_job with job %d."
                                            .formatted(last()))
                    .doesNotContain("I will");
            agent.awaitTold("Background command completed", "built");
        }
    }
}
