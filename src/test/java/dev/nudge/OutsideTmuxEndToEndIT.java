package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.AgentOutsideTmux;
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
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// Real agents in a terminal without tmux: what they are promised, and what wakes them there.
class OutsideTmuxEndToEndIT {
    private static final String PROMISE = "I will notify you when it finishes";

    /// Asks the daemon, whose findings the doctor prints: the doctor also asks each agent for its
    /// version, which takes as long as an agent's start.
    private static void awaitWokenBy(AgentOutsideTmux agent, String way) {
        agent.await(() -> agent.nudge("examine").contains("Woken by: " + way));
    }

    private static AgentOutsideTmux started(AgentProgram program, String way) {
        AgentOutsideTmux agent = AgentOutsideTmux.started(program);
        awaitWokenBy(agent, way);
        return agent;
    }

    /// Lets the model start a job, which prints 40 more than its number when the file is there.
    private static Path hold(AgentOutsideTmux agent, int number, String answer) {
        Path gate = agent.gate("gate-" + number);
        String command = "%s $((40+%d))".formatted(RealAgent.until(gate), number);
        assertThat(agent.ask("begin number " + number, command)).containsPattern(answer);
        agent.awaitReady();
        return gate;
    }

    private static void awaitRecorded(AgentOutsideTmux agent, int number, String nudge) {
        agent.await(() -> agent.user().stored(number).path("nudge").asString("").equals(nudge));
    }

    private static void submit(AgentOutsideTmux agent, String text) {
        agent.submit(text);
        agent.awaitTold(text);
    }

    private static void assertToldOnce(AgentOutsideTmux agent, String part) {
        agent.awaitTold(part);
        assertThat(agent.timesTold(part)).isEqualTo(1);
    }

    /// What ends while the agent works or is idle comes once, also beside its user's draft.
    ///
    /// @param first the number of its next job
    private static void assertNothingIsLostOrRepeated(AgentOutsideTmux agent, int first)
            throws IOException {
        Path working = hold(agent, first, PROMISE);
        CountDownLatch answer = new CountDownLatch(1);
        String thought = "think of number " + first;
        agent.model().onUserText(thought).with(ModelReply.text("I have.").heldBefore(answer));
        submit(agent, thought);
        Files.createFile(working);
        agent.user().awaitEnd(first);
        agent.user().killDaemon();
        agent.user().startDaemon();
        answer.countDown();
        assertToldOnce(agent, "for " + (40 + first));
        agent.awaitReady();

        Path drafting = hold(agent, first + 1, PROMISE);
        agent.type("my own words");
        Files.createFile(drafting);
        assertToldOnce(agent, "for " + (41 + first));
        // The model may be asked before the agent has said that it has the message.
        awaitRecorded(agent, first + 1, "delivered");
        agent.awaitText("my own words");
        assertThat(agent.timesTold("for " + (40 + first))).isEqualTo(1);
    }

    /// Ends the agent, and then one of its jobs.
    private static void leave(AgentOutsideTmux agent, int number) throws IOException {
        agent.quit();
        Files.createFile(agent.gate("gate-" + number));
        agent.user().awaitEnd(number);
    }

    /// Whatever an agent has left goes to the next one in the same folder.
    private static void assertNextOneIsTold(AgentOutsideTmux agent, int number) {
        agent.awaitTold("for " + (40 + number));
        agent.awaitReady();
        submit(agent, "hello after " + number);
        assertToldOnce(agent, "for " + (40 + number));
    }

    @Test
    void inboxOrExtensionWakesOpencodeCopilotCliAndQwenCodeAlsoWithWhatTheOneBeforeHasLeft()
            throws IOException {
        try (AgentOutsideTmux agent = started(new Opencode(), "its inbox.")) {
            hold(agent, 1, PROMISE);
            assertNothingIsLostOrRepeated(agent, 2);
            leave(agent, 1);

            agent.replace(new CopilotCli(true));
            awaitWokenBy(agent, "nudge's monitor in it.");
            assertNextOneIsTold(agent, 1);
            hold(agent, 4, PROMISE);
            assertNothingIsLostOrRepeated(agent, 5);
            leave(agent, 4);

            // With settings of a person's, it does not start itself once more.
            agent.replace(new QwenCode("Qwen Dark", false, Map.of("ui", Map.of())));
            awaitWokenBy(agent, "its inbox.");
            assertNextOneIsTold(agent, 4);
            assertNothingIsLostOrRepeated(agent, 7);
        }
    }

    @Test
    void monitorAndTasksWakeClaudeCode() throws IOException {
        String monitor = "nudge's monitor in it";
        try (AgentOutsideTmux agent =
                started(
                        ClaudeCode.withMonitors(),
                        monitor + ", since tasks are turned off in it.")) {
            hold(agent, 1, PROMISE);
            assertNothingIsLostOrRepeated(agent, 2);
            leave(agent, 1);
            agent.user().environment().remove("CLAUDE_CODE_DISABLE_MCP_TASKS");
            agent.restart();
            awaitWokenBy(agent, "its tasks (MCP); for what has no task, by " + monitor + ".");
            assertNextOneIsTold(agent, 1);
            agent.awaitReady();
            Files.createFile(hold(agent, 4, "job-4-[0-9a-f]{32}"));
            assertToldOnce(agent, "for 44");
        }
    }

    @Test
    void queueWakesCodexAndAHookReportsToAThreadThatIsResumedWithoutTheServer() throws IOException {
        try (AgentOutsideTmux agent = started(Codex.withServer(), "the queue of its thread.")) {
            assertThat(agent.nudge("examine"))
                    .contains(": a result could be put into its queue now")
                    .doesNotContain("no result could be typed");
            hold(agent, 1, PROMISE);
            Path gate = hold(agent, 2, PROMISE);
            agent.type("half a thought");
            Files.createFile(gate);
            agent.awaitTold("for 42");
            awaitRecorded(agent, 2, "delivered");
            agent.awaitText("half a thought");
            agent.submit(", and the rest");
            agent.awaitTold("half a thought, and the rest");
            assertThat(agent.timesTold("for 42")).isEqualTo(1);

            // No server runs then that could take messages for its queue.
            agent.awaitReady();
            leave(agent, 1);
            agent.restart("-c", "features.daemon_auto_start=false", "resume", "--last");
            agent.submit("and now");
            agent.awaitTold("[nudge: job 1, ");
            awaitRecorded(agent, 1, "handed_over");
            submit(agent, "and then");
            assertToldOnce(agent, "[nudge: job 1, ");

            assertThat(agent.ask("a task in vain", "sleep 300"))
                    .contains("No tmux pane of this agent was found", "nothing has been started");
            assertThat(agent.nudge("examine"))
                    .contains("no result could be typed now. It does not run inside tmux.")
                    .contains(
                            "Woken by: nothing, since it has a queue only for the sessions that its server runs, and it is in no tmux pane in which nudge types");
        }
    }
}
