package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// nudge in the real Copilot CLI with its experimental features: nudge's extension takes the
/// messages for the session, and nothing is typed.
class CopilotCliExtensionEndToEndIT {
    @Test
    void messageComesBesideADraftAndOnceWhenItHasWorked() {
        try (RealAgent agent = RealAgent.started(new CopilotCli(true))) {
            HeldJob beside = HeldJob.in(agent, "beside");
            agent.type("my own words");
            agent.awaitText("my own words");
            beside.release();
            assertThat(beside.awaitTold()).contains(", automatic notice]");
            agent.awaitText("my own words");
            agent.keys("C-u");
            beside.assertToldOnce();

            HeldJob working = HeldJob.in(agent, "working");
            CountDownLatch answer = agent.think("think about it");
            working.release();
            answer.countDown();
            working.assertToldOnce();
            beside.assertToldOnce();
        }
    }
}
