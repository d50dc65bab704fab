package dev.nudge;

import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// nudge in the real Qwen Code, with its hooks and its inbox.
class QwenCodeEndToEndIT extends AgentStory {
    @RegisterExtension
    private final SharedAgent withoutInbox =
            new SharedAgent(() -> RealAgent.started(QwenCode.withoutInbox()));

    QwenCodeEndToEndIT() {
        super(new QwenCode());
    }

    @Override
    String conversations() {
        return "/.qwen/projects/";
    }

    @Override
    String waiting() {
        return "wait_for_job";
    }

    /// With its inbox, nothing waits for the prompt.
    @Test
    @Override
    void waitingResultComesWithTheUsersPrompt() throws IOException {
        waitingResultComesWithTheUsersPrompt(withoutInbox.get());
    }

    private static void cancel(RealAgent where) {
        int asked = where.model().requests().size();
        where.keys("Escape");
        // With a message from the inbox, the agent begins the next turn at once.
        where.awaitScreen(screen ->
                !screen.contains("esc to cancel") || where.model().requests().size() > asked);
    }

    /// Escape puts what was typed back, to be edited, and the model does not know it.
    @Test
    void typedMessageThatIsCancelledBeforeAnAnswerIsReportedAgain() {
        RealAgent typed = withoutInbox.get();
        messageIsCancelledAndReportedAgain(
                HeldJob.in(typed, "cancelled"),
                () -> {
                    cancel(typed);
                    typed.awaitText("automatic notice]");
                });
    }

    @Test
    void messageFromTheInboxStaysKnownWhenItsTurnIsCancelled() {
        HeldJob job = hold("kept");
        CountDownLatch answer = endUnanswered(job);
        cancel(agent);
        answer.countDown();
        agent.awaitReady();

        agent.submit("what next");

        agent.awaitTold("what next");
        job.assertToldOnce();
    }
}
