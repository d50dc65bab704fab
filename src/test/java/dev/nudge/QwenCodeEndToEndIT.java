package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// nudge in the real Qwen Code, with its hooks and its inbox.
class QwenCodeEndToEndIT extends HookedAgentStory {
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

    @Override
    RealAgent withoutHooks() {
        return RealAgent.of(QwenCode.withoutHooks()).register();
    }

    /// With its inbox, nothing waits for the prompt.
    @Test
    @Override
    void waitingResultComesWithTheUsersPrompt() throws IOException {
        waitingResultComesWithTheUsersPrompt(withoutInbox.get());
    }

    /// Lets the model think about a job's end until it is cancelled, before it has said anything.
    private void cancelAnswer(HeldJob job) {
        RealAgent where = job.agent();
        CountDownLatch answer = endUnanswered(job);
        int asked = where.model().requests().size();
        where.keys("Escape");
        // With a message from the inbox, the agent begins the next turn at once.
        where.awaitScreen(screen ->
                !screen.contains("esc to cancel") || where.model().requests().size() > asked);
        answer.countDown();
    }

    /// Escape puts what was typed back, to be edited, and the model does not know it.
    @Test
    void typedMessageThatIsCancelledBeforeAnAnswerIsReportedAgain() throws IOException {
        RealAgent typed = withoutInbox.get();
        HeldJob job = HeldJob.in(typed, "cancelled");
        cancelAnswer(job);
        typed.awaitText("automatic notice]");
        typed.keys("C-c");
        typed.awaitReady();

        typed.submit("what now");

        assertThat(typed.awaitTold("what now")).contains(job.gate().toString());
        job.assertToldOnce();
    }

    @Test
    void messageFromTheInboxStaysKnownWhenItsTurnIsCancelled() throws IOException {
        HeldJob job = hold("kept");
        cancelAnswer(job);
        agent.awaitReady();

        agent.submit("what next");

        agent.awaitTold("what next");
        job.assertToldOnce();
    }

    /// By default its empty prompt shows what the user may want to type next.
    @Test
    void endIsToldWhileASuggestionIsShown() throws IOException {
        try (RealAgent agent = RealAgent.started(new QwenCode("Qwen Dark", true))) {
            Path gate = agent.gate("suggested");
            assertThat(agent.ask("a long task", RealAgent.until(gate)))
                    .contains("started in the background");
            agent.awaitText("> " + QwenCode.SUGGESTION);

            Files.createFile(gate);

            assertThat(agent.awaitTold(gate.toString())).contains("Background command completed");
            assertThat(agent.timesTold(gate.toString())).isEqualTo(1);
        }
    }
}
