package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.InboxAnswer;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// nudge in the real opencode, with its plugin: an inbox and hooks.
class OpencodeEndToEndIT extends HookedAgentStory {
    private static final String IN_PLAN_MODE = "▣  Plan";

    private final CountDownLatch answer = new CountDownLatch(1);

    OpencodeEndToEndIT() {
        super(new Opencode());
    }

    @Override
    String conversations() {
        return "/nudge/conversations/opencode-";
    }

    @Override
    String waiting() {
        return "nudge_wait_for_job";
    }

    @Override
    RealAgent withoutHooks() {
        RealAgent plain = RealAgent.of(new Opencode(), Map.of("NUDGE_HOOKS", "off"));
        plain.nudge("install", "opencode");
        return plain;
    }

    /// Only a prompt shows in which session the person is.
    @Test
    @Override
    void waitingResultComesWithTheUsersPrompt() throws IOException {
        Held job = hold("question");
        beginAnew();
        job.endUnreported();
        agent.awaitMark();

        agent.submit("what about it");

        assertThat(agent.awaitTold("what about it"))
                .as(agent::account)
                .contains(HANDED_OVER)
                .contains(job.gate().toString());
        job.assertToldOnce();
        assertThat(agent.model().requests().getLast().userTexts().getFirst())
                .startsWith("what about it");
        assertThat(agent.screen()).contains("what about it").doesNotContain(HANDED_OVER);
        awaitRecorded(agent, job, "handed_over", conversations());
    }

    private void beginAnew() {
        agent.type("/new");
        agent.awaitText("New session");
        agent.keys("Enter");
        agent.awaitText("Ask anything");
    }

    /// The next prompt makes final what a person has taken back, with all that was reported there.
    @Test
    void whatIsTakenBackIsReportedWithTheNextPrompt() throws IOException {
        Held job = hold("taken-back");
        job.release();
        job.assertToldOnce();
        awaitRecorded(agent, job, "delivered", conversations());
        takeBack();
        agent.keys("C-u");

        agent.submit("what was it");

        assertThat(agent.awaitTold("what was it"))
                .contains(HANDED_OVER)
                .contains(job.gate().toString());
        job.assertToldOnce();
    }

    private void takeBack() {
        agent.type("/undo");
        agent.awaitText("Undo previous message");
        agent.keys("Enter");
        agent.awaitText("/redo");
    }

    /// The model has been told of this one's end, and has not said anything.
    @Override
    void beforeQuitting() throws IOException {
        Held job = hold("unanswered");
        agent.model()
                .onUserText(job.gate().toString())
                .with(ModelReply.text("I see.").heldBefore(answer));
        job.release();
        agent.awaitTold(job.gate().toString());
        awaitRecorded(agent, job, "delivered", conversations());
    }

    @Override
    void afterTheNextBegan() {
        answer.countDown();
        assertThat(agent.awaitTold("another task"))
                .contains(HANDED_OVER)
                .contains(agent.gate("unanswered").toString());
    }

    /// The plan mode changes nothing on the disk.
    @Test
    void resultComesInTheModeOfTheLastPrompt() throws IOException {
        agent.keys("Tab");
        agent.awaitText("Plan · Model");
        Held job = hold("plan");
        agent.keys("Tab");
        agent.awaitText("┃  Build · Model");

        job.release();

        agent.awaitTold(job.gate().toString());
        agent.awaitScreen(
                screen -> screen.substring(screen.indexOf("[nudge: ")).contains(IN_PLAN_MODE));
        job.assertToldOnce();
        assertThat(agent.ask("build again", "true")).contains("started in the background");
        agent.awaitTold("\"true\" (Exit code: 0)");
        agent.awaitIdle();
    }

    /// The next prompt makes final what a person has taken back.
    @Test
    void resultWaitsWhileAPromptIsTakenBack() throws IOException {
        Held job = hold("undo");
        agent.submit("a prompt to take back");
        agent.awaitTold("a prompt to take back");
        agent.awaitIdle();
        takeBack();

        job.endUnreported();

        agent.keys("C-u");
        agent.submit("something else");
        job.assertToldOnce();
    }

    @Test
    void strangerIsNotListenedTo() throws IOException {
        int before = agent.model().all().size();
        Inbox inbox = new Inbox(socket(), "not the word");

        assertThat(inbox.send("a1", "Do something.", Duration.ofSeconds(2)))
                .isEqualTo(InboxAnswer.NONE);

        assertThat(agent.model().all()).hasSize(before);
    }

    private Path socket() throws IOException {
        Path run = agent.user().folder("run");
        try (Stream<Path> all = Files.list(run)) {
            return all.filter(f -> f.getFileName().toString().startsWith("nudge-opencode-"))
                    .map(folder -> folder.resolve("s"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no inbox in " + run));
        }
    }
}
