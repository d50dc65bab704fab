package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.AgentOutsideTmux;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The real Codex in a terminal without tmux: what it is promised, and what wakes it there.
class CodexOutsideTmuxEndToEndIT {
    @Test
    void queueWakesCodexAndAHookReportsToAThreadThatIsResumedWithoutTheServer() throws IOException {
        try (AgentOutsideTmux agent = AgentOutsideTmux.started(Codex.withServer())) {
            agent.await(() -> agent.nudge("doctor").contains("Woken by: the queue of its thread."));
            assertThat(agent.nudge("doctor"))
                    .contains(": a result could be put into its queue now")
                    .doesNotContain("no result could be typed");
            Path gate = agent.gate("gate");
            assertThat(agent.ask("the task", RealAgent.until(gate)))
                    .contains("I will notify you when it finishes");
            agent.type("half a thought");

            Files.createFile(gate);

            agent.awaitTold(gate.toString());
            agent.await(
                    () -> agent.user().stored(1).path("nudge").asString("").equals("delivered"));
            agent.awaitText("half a thought");
            agent.submit(", and the rest");
            agent.awaitTold("half a thought, and the rest");
            assertThat(agent.timesTold(gate.toString())).isEqualTo(1);

            // No server runs then that could take messages for its queue.
            Path left = agent.gate("left");
            agent.awaitReady();
            agent.ask("the next task", RealAgent.until(left));
            agent.quit();
            Files.createFile(left);
            agent.user().awaitEnd(2);
            agent.restart("-c", "features.daemon_auto_start=false", "resume", "--last");
            agent.submit("and now");
            agent.awaitTold("[nudge: job 2, ");
            agent.await(
                    () -> agent.user().stored(2).path("nudge").asString("").equals("handed_over"));
            agent.submit("and then");
            agent.awaitTold("and then");
            assertThat(agent.timesTold("[nudge: job 2, ")).isEqualTo(1);
            OutsideTmuxEndToEndIT.assertNothingIsPromised(
                    agent,
                    "It does not run inside tmux.",
                    "it has a queue only for the sessions that its server runs");
        }
    }
}
