package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// The story of an agent that runs nudge's hooks: they hand over results, and leave receipts.
abstract class HookedAgentStory extends AgentStory {
    static final String HANDED_OVER = "Notices of the program nudge about background commands";

    private static final Set<String> REPORTED = Set.of("delivered", "handed_over");

    HookedAgentStory(AgentProgram program) {
        super(program);
    }

    /// Returns a part of the paths of the agent's records of conversations.
    abstract String conversations();

    /// Returns what the screen shows while nudge's tool `wait_for_job` is called.
    abstract String waiting();

    /// Returns an agent with which nudge is registered, but that runs none of its hooks. It is not
    /// started yet.
    abstract RealAgent withoutHooks() throws IOException;

    /// Lets a job end, and the model think about that until the latch is counted down, before it
    /// has said anything.
    CountDownLatch endUnanswered(HeldJob job) {
        CountDownLatch answer = new CountDownLatch(1);
        job.agent()
                .model()
                .onUserText(job.gate().toString())
                .with(ModelReply.text("I see.").heldBefore(answer));
        job.release();
        job.awaitTold();
        job.awaitRecorded("delivered", conversations());
        return answer;
    }

    /// Cancels a message, which puts it back into the prompt to be edited: the model does not know
    /// it, and is told with the next prompt.
    void messageIsCancelledAndReportedAgain(Runnable cancel) {
        HeldJob job = hold("cancelled");
        CountDownLatch answer = endUnanswered(job);
        cancel.run();
        answer.countDown();
        agent.keys("C-c");
        agent.awaitReady();
        agent.submit("what now");
        assertThat(agent.awaitTold("what now")).contains(job.gate().toString());
        job.assertToldOnce();
    }

    private String tool(String name) {
        return agent.program().tool(name);
    }

    /// Lets the model wait for a job.
    private void submitWait(HeldJob job, String task) {
        agent.model()
                .onUserText(task)
                .call(tool("wait_for_job"), Map.of("jobs", List.of(job.number())));
        agent.submit(task);
        // The call of another task may be on the screen already.
        agent.awaitRequest(task);
        agent.awaitText(waiting());
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
    }

    @Test
    void waitingResultComesWithTheUsersPrompt() throws IOException {
        waitingResultComesWithTheUsersPrompt(agent);
    }

    /// After Enter, the prompt is empty before the agent can be seen to work. That nothing is typed
    /// then is due to the key, which counts only in a terminal that is attached, and, as a slow
    /// agent needs it, for longer than usual.
    void waitingResultComesWithTheUsersPrompt(RealAgent where) throws IOException {
        where.quietFor(60);
        HeldJob job = HeldJob.in(where, "question");
        where.type("what about it");
        where.awaitText("what about it");
        job.endUnreported();
        where.awaitMark();

        try (Person person = Person.attach(where.tmux(), where.program().session())) {
            person.press("Enter");

            assertThat(where.awaitTold("what about it"))
                    .as(where::account)
                    .contains(HANDED_OVER)
                    .contains(job.gate().toString());
        }
        where.quietFor(TypingProfile.QUIET_SECONDS);
        job.assertToldOnce();
        job.awaitRecorded("handed_over", conversations());
    }

    @Test
    void resultComesWithTheAnswersOfToolsWhileItWorks() throws IOException {
        HeldJob job = hold("between");
        CountDownLatch call = new CountDownLatch(1);
        agent.model()
                .onUserText("list them")
                .with(ModelReply.call(tool("list_jobs"), Map.of()).heldBefore(call));
        agent.submit("list them");
        agent.model().awaitUserTextContaining("list them", PATIENCE);
        agent.awaitState(state -> !state.isIdle());
        job.endUnreported();

        call.countDown();

        assertThat(job.awaitTold()).contains(HANDED_OVER);
        job.assertToldOnce();
    }

    @Test
    void typedMessageLeavesAReceipt() throws IOException {
        HeldJob job = hold("receipt");

        job.release();

        job.assertToldOnce();
        job.awaitRecorded("delivered", conversations());
    }

    @Test
    void answerThatIsAbandonedIsReportedAgain() throws IOException {
        HeldJob job = hold("abandoned");
        submitWait(job, "wait in vain");
        agent.interrupt();
        // Until then, it may still take the answer. Its prompt is there all the time.
        agent.awaitIdle();

        job.release();

        job.assertToldOnce();
    }

    @Test
    void answerThatIsReceivedIsNotReportedAgain() throws IOException {
        HeldJob job = hold("received");
        submitWait(job, "wait for it");

        job.release();

        String tool = tool("wait_for_job");
        assertThat(agent.model().awaitFunctionResponse(tool, PATIENCE).functionResponse(tool))
                .hasValueSatisfying(answer -> assertThat(answer).contains("nudge-receipt-"));
        job.awaitRecorded("received", conversations());
        agent.awaitReady();
        assertThat(agent.ask("one more task", "true # one more"))
                .contains("started in the background");
        assertThat(agent.timesTold(job.gate().toString())).isZero();
        awaitReported("true # one more");
    }

    /// Waits until the end of a job has been reported: a later one could come along with it.
    private void awaitReported(String command) {
        await().atMost(PATIENCE)
                .until(() ->
                        agent.user().stored().stream()
                                .filter(job -> job.path("command").asString("").equals(command))
                                .map(job -> job.path("nudge").asString(""))
                                .anyMatch(REPORTED::contains));
        agent.awaitReady();
    }

    @Test
    void agentWithoutTheHooksGetsItsResultsTyped() throws IOException {
        try (RealAgent plain = withoutHooks().connect()) {
            HeldJob job = HeldJob.in(plain, "plain");
            job.release();
            job.assertToldOnce();
            job.awaitRecorded("delivered", "");
            assertThat(plain.user().stored(job.number()).path("nudge_text").asString(""))
                    .doesNotContain(conversations());
        }
    }
}
