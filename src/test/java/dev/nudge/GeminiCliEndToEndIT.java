package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.HeldJob;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// nudge in the real Gemini CLI, with its hooks. While it works, it takes what is submitted into a
/// queue. `CourierEndToEndIT` has the states in which nothing is typed, and [NudgeEndToEndIT] what
/// an agent missed.
@TestMethodOrder(OrderAnnotation.class)
class GeminiCliEndToEndIT extends AgentStory {
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

    /// Not a test here: what ends while tools run comes by the queue too.
    @Override
    void resultComesWithTheAnswersOfToolsWhileItWorks() {}

    @Override
    void shellModeSearchAndMenuAreNoPromptToTypeIntoAndAnOpenDialogIsNotAnswered() {}

    @Override
    void nothingIsTypedIntoTheShellWhenTheAgentHasEndedAndTheNextOneIsTold() {}

    @Test
    void nothingIsTypedWhileTheAgentWorks() {
        HeldJob job = hold("queued");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model().onUserText("think").with(ModelReply.text("half a thought").heldAfter(answer));
        agent.submit("think hard");
        agent.awaitText("half a thought");

        job.release();

        agent.awaitText("Queued (press");
        assertThat(agent.model().requests().getLast().lastUserText())
                .as("in the turn")
                .contains("think hard");
        answer.countDown();
        job.assertToldOnce();
        job.awaitRecorded("delivered", conversations());
    }

    /// Lets the model call `run_long_command` for a command that ends at once, and waits until the
    /// agent has received the answer.
    private void build(String output) {
        Map<String, Object> command = Map.of("command", "echo " + output, "wait_seconds", 60);
        agent.model().onUserText("compile").call("mcp_nudge_run_long_command", command);
        agent.submit("compile it");
        await().until(() ->
                agent.model().requests().stream().anyMatch(request -> has(request, output)));
        agent.awaitRecorded(
                agent.user().stored().getLast().path("job").longValue(), "received", "");
    }

    private static boolean has(ModelRequest request, String output) {
        return request.functionResponses().toString().contains(output);
    }

    private void cancel(CountDownLatch answer) {
        agent.awaitWorking();
        agent.keys("Escape");
        agent.awaitIdle();
        answer.countDown();
    }

    /// Gemini CLI takes the whole turn out of the conversation then: first one with an answer, then
    /// one with a message, which is not typed again, since a person has cancelled it.
    @Test
    void whatIsInATurnThatTheUserCancelsIsToldAgainWithTheNextPrompt() {
        CountDownLatch first = new CountDownLatch(1);
        agent.model()
                .on(request -> has(request, "built"))
                .with(ModelReply.text("I see").heldAfter(first));
        build("built");
        cancel(first);
        agent.submit("how is the build now");
        assertThat(agent.awaitRequest("how is the build now").userTexts())
                .anyMatch(text -> text.contains("Background command completed: \"echo built\""));
        agent.awaitIdle();

        HeldJob job = hold("cancelled");
        CountDownLatch second = new CountDownLatch(1);
        agent.model()
                .onUserText(job.gate().toString())
                .with(ModelReply.text("I see").heldAfter(second));
        job.release();
        job.awaitTold();
        job.awaitRecorded("delivered", conversations());
        cancel(second);
        String told = assertToldWith("what about the tests", job);
        assertThat(told).contains(HANDED_OVER);
    }

    /// The hooks hand nothing over then, but leave receipts of answers all the same.
    @Test
    @Order(Integer.MAX_VALUE)
    void agentWhoseHooksAreOffGetsItsResultsTypedButNoneThatItHasReceived() {
        agent.quit();
        agent.launch("NUDGE_HOOKS=off gemini");
        agent.awaitConnected();
        build("remade");
        agent.awaitIdle();
        HeldJob job = hold("plain");
        job.release();
        job.assertToldOnce();
        job.awaitRecorded("delivered", "");
        assertThat(agent.user().stored(job.number()).path("nudge_text").asString(""))
                .doesNotContain(conversations());
        assertThat(agent.timesTold("echo remade")).isZero();
    }
}
