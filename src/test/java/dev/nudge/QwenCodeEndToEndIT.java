package dev.nudge;

import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.QwenCode;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// nudge in the real Qwen Code, with its hooks and its inbox, which the next one refuses, after a
/// test in which the first one has to end: so the tests without an inbox come last.
@TestMethodOrder(OrderAnnotation.class)
class QwenCodeEndToEndIT extends AgentStory {
    private static final int LAST = Integer.MAX_VALUE;

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

    @Test
    @Override
    @Order(LAST - 1)
    void nothingIsTypedIntoTheShellWhenTheAgentHasEndedAndTheNextOneIsTold() {
        boolean _ = QwenCode.refuseMessages(agent.home());
        super.nothingIsTypedIntoTheShellWhenTheAgentHasEndedAndTheNextOneIsTold();
    }

    private void closeInbox() {
        if (QwenCode.refuseMessages(agent.home())) {
            agent.quit();
            relaunch();
        }
    }

    /// Only the first one starts itself once more, as it does for users.
    @Override
    void relaunch() {
        relaunch("QWEN_CODE_NO_RELAUNCH=true qwen");
    }

    /// With its inbox, nothing waits for the prompt.
    @Test
    @Override
    @Order(LAST)
    void waitingResultComesWithTheUsersPrompt() throws IOException {
        closeInbox();
        super.waitingResultComesWithTheUsersPrompt();
    }

    private void cancel() {
        int asked = agent.model().requests().size();
        agent.keys("Escape");
        // With a message from the inbox, the agent begins the next turn at once.
        agent.awaitScreen(screen ->
                !screen.contains("esc to cancel") || agent.model().requests().size() > asked);
    }

    /// Escape puts what was typed back, to be edited, and the model does not know it.
    @Test
    @Order(LAST)
    void typedMessageThatIsCancelledBeforeAnAnswerIsReportedAgain() {
        closeInbox();
        messageIsCancelledAndReportedAgain(
                HeldJob.in(agent, "cancelled"),
                () -> {
                    cancel();
                    agent.awaitText("automatic notice]");
                });
    }

    @Test
    void messageFromTheInboxStaysKnownWhenItsTurnIsCancelled() {
        HeldJob job = hold("kept");
        CountDownLatch answer = endUnanswered(job);
        cancel();
        answer.countDown();
        agent.awaitReady();

        agent.submit("what next");

        agent.awaitTold("what next");
        job.assertToldOnce();
    }
}
