package dev.nudge;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// nudge in the real Gemini CLI, with its hooks. While it works, it takes what is submitted into a
/// queue.
class GeminiCliEndToEndIT extends HookedAgentStory {
    GeminiCliEndToEndIT() {
        super(new GeminiCli());
    }

    @Override
    String conversations() {
        return "/.gemini/tmp/";
    }

    @Override
    String waiting() {
        return "wait_for_job";
    }

    @Override
    RealAgent withoutHooks() {
        return RealAgent.of(new GeminiCli(true)).register();
    }

    @Test
    @Override
    void nothingIsTypedWhileTheAgentWorks() {
        HeldJob job = hold("queued");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model().onUserText("think").with(ModelReply.text("half a thought").heldAfter(answer));
        agent.submit("think hard");
        agent.awaitText("half a thought");

        job.release();

        agent.awaitText("Queued (press");
        answer.countDown();
        job.assertToldOnce();
        job.awaitRecorded("delivered", conversations());
    }

    /// Not a test here: what ends while tools run comes by the queue too.
    @Override
    void resultComesWithTheAnswersOfToolsWhileItWorks() {}
}
