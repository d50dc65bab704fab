package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.AgentOutsideTmux;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Real agents in a terminal without tmux: what they are promised, and what wakes them there.
class OutsideTmuxEndToEndIT {
    private static AgentOutsideTmux started(AgentProgram program, String way) {
        AgentOutsideTmux agent = AgentOutsideTmux.started(program);
        agent.await(() -> agent.nudge("doctor").contains("Woken by: " + way));
        return agent;
    }

    private static void assertToldOnce(AgentOutsideTmux agent, String part) {
        agent.awaitTold(part);
        assertThat(agent.timesTold(part)).isEqualTo(1);
    }

    static void assertNothingIsPromised(AgentOutsideTmux agent, String place, String reason) {
        assertThat(agent.ask("a task in vain", "sleep 300"))
                .contains("No tmux pane of this agent was found", "nothing has been started");
        assertThat(agent.nudge("doctor"))
                .contains("no result could be typed now. " + place)
                .contains(
                        "Woken by: nothing, since %s, and it is in no tmux pane in which nudge types"
                                .formatted(reason));
    }

    @Test
    void tasksWakeClaudeCodeAndNothingDoesWithoutThem() throws IOException {
        try (AgentOutsideTmux agent =
                started(
                        ClaudeCode.withTasks(),
                        "its tasks (MCP); what has no task waits, since it is in no tmux pane in which nudge types.")) {
            Path gate = agent.gate("gate");
            assertThat(agent.ask("the task", RealAgent.until(gate) + " $((40+2))"))
                    .containsPattern("job-1-[0-9a-f]{32}");
            Files.createFile(gate);
            assertToldOnce(agent, "for 42");

            agent.quit();
            agent.user().environment().put("CLAUDE_CODE_DISABLE_MCP_TASKS", "1");
            agent.restart();
            assertNothingIsPromised(
                    agent,
                    "It does not run inside tmux.",
                    "tasks are turned off in it, and nudge's monitor does not run in it");
        }
    }

    @Test
    void nothingWakesQwenCodeWithoutItsInbox() {
        try (AgentOutsideTmux agent = AgentOutsideTmux.started(QwenCode.withoutInbox())) {
            // It leaves the variable as the manifest has it.
            assertNothingIsPromised(agent, "TMUX=\"$TMUX\"", "it refuses messages to its inbox");
        }
    }

    static Stream<Arguments> agentsWithAnInbox() {
        return Stream.of(
                arguments(new Opencode(), "its inbox."),
                arguments(new QwenCode(), "its inbox."),
                arguments(new CopilotCli(true), "nudge's monitor in it."),
                arguments(
                        ClaudeCode.withMonitors(),
                        "nudge's monitor in it, since tasks are turned off in it."));
    }

    private static void submit(AgentOutsideTmux agent, String text) {
        agent.submit(text);
        agent.awaitTold(text);
    }

    /// What ends while the agent is idle or works comes once, what it leaves behind goes to the
    /// next one in the same folder, and what ends then comes beside its user's draft.
    @ParameterizedTest
    @MethodSource("agentsWithAnInbox")
    void nothingIsLostOrRepeated(AgentProgram program, String way) throws IOException {
        try (AgentOutsideTmux agent = started(program, way)) {
            Path idle = agent.gate("idle");
            assertThat(agent.ask("task one", RealAgent.until(idle) + " $((40+1))"))
                    .contains("I will notify you when it finishes.");
            agent.awaitReady();
            Files.createFile(idle);
            assertToldOnce(agent, "for 41");
            // The model may be asked before the agent has said that it has the message.
            agent.await(() -> agent.nudge("show", "1").contains("reported"));
            agent.awaitReady();

            Path working = agent.gate("working");
            Path left = agent.gate("left");
            agent.ask("task two", RealAgent.until(working) + " $((40+2))");
            agent.awaitReady();
            agent.ask("task three", RealAgent.until(left) + " $((40+3))");
            agent.awaitReady();
            CountDownLatch answer = new CountDownLatch(1);
            agent.model()
                    .onUserText("think about it")
                    .with(ModelReply.text("I have.").heldBefore(answer));
            submit(agent, "think about it");
            Files.createFile(working);
            agent.nudge("wait", "2");
            agent.user().killDaemon();
            agent.nudge("ps");
            answer.countDown();
            assertToldOnce(agent, "for 42");

            agent.quit();
            Files.createFile(left);
            agent.nudge("wait", "3");
            agent.restart();
            submit(agent, "hello");
            agent.awaitTold("for 43");
            submit(agent, "hello again");
            assertToldOnce(agent, "for 43");

            Path drafting = agent.gate("drafting");
            agent.ask("task four", RealAgent.until(drafting) + " $((40+4))");
            agent.awaitReady();
            agent.type("my own words");
            Files.createFile(drafting);
            assertToldOnce(agent, "for 44");
            agent.awaitText("my own words");
        }
    }
}
