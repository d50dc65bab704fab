package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.Note;
import dev.nudge.testkit.NudgeUser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A message with which the agent, which leaves no receipts, is yet to begin a turn.
class TurnBeginIT extends CourierFixture {
    private static final Duration NEVER = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofMillis(500);

    private final Note note = note(17, "make");

    private void submitWith(Duration begin) {
        restart(pace(Map.of("begin", begin)));
        report(note);
        agent.awaitRecord(1);
        awaitTaken();
    }

    @Test
    void turnHasBegunOnceTheAgentIsSeenWorkingAndUntilThenItGetsNoOtherMessage() {
        submitWith(NEVER);
        Note next = report(note(18, "make test"));
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(outbox.begun()).isEmpty();

        agent.steer("working");
        awaitTaken();
        assertThat(agent.record()).last().isEqualTo("queued " + text(next));
        await().until(() -> outbox.begun().equals(List.of(note, next)));
    }

    @Test
    void turnHasBegunUnseenAfterSomeTime() {
        submitWith(SOON);

        awaitNobodyWaits();
        assertThat(outbox.begun()).containsExactly(note);
    }

    /// Its user has interrupted it and quit: the message may be lost with it.
    @Test
    void noTurnHasBegunIfTheAgentEndsBeforeItIsSeenWorking() {
        isSpent = true;
        submitWith(NEVER);

        NudgeUser.signal("KILL", binding.agent().pid());

        awaitNobodyWaits();
        assertThat(outbox.begun()).isEmpty();
    }

    private void queueWith(Duration begin) {
        steerToWork();
        submitWith(begin);
        assertThat(agent.record()).containsExactly("queued " + text(note));
    }

    /// Between two turns, a slow agent looks idle. A message that is submitted then may be lost.
    @Test
    void nothingIsTypedBetweenTheTurnsOfAnAgentThatHasQueuedAMessage() {
        queueWith(SOON);
        steerToIdle();

        Note next = report(note(18, "make test"));

        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        agent.steer("working");
        assertThat(agent.awaitRecord(2)).last().isEqualTo("queued " + text(next));
    }

    /// Has another message in the prompt when the turn ends during which the first was queued.
    private Note pasteAtTheEndOfTheTurn() {
        agent.steer("deaf-after-paste");
        Note next = report(note(18, "make test"));
        agent.awaitText("job 18,");
        steerToIdle();
        agent.steer("hearing"); // it reads the Tab, which means nothing to an idle agent
        return next;
    }

    @Test
    void whatIsInThePromptIsSubmittedOnlyOnceTheTurnWithAQueuedMessageMustHaveBegun() {
        queueWith(SOON);
        assertThat(outbox.begun()).containsExactly(note);

        Note next = pasteAtTheEndOfTheTurn();

        assertNothingHappens("job 18,");
        assertThat(agent.awaitRecord(2)).last().isEqualTo("submitted " + text(next));
    }

    /// Two turns side by side would each look like one that was cancelled to the hook of the other.
    @Test
    void whatIsInThePromptIsSubmittedOnlyOnceTheReceiptOfAQueuedMessageHasCome() {
        outbox.leaveReceipts();
        queueWith(SOON);

        Note next = pasteAtTheEndOfTheTurn();

        assertNothingHappens("job 18,");
        assertThat(agent.record()).hasSize(1);
        // If it stays so, the receipt is not coming.
        assertThat(courier.hasEmptyQueue(binding)).isTrue();
        outbox.beginTurn();
        assertThat(agent.awaitRecord(2)).last().isEqualTo("submitted " + text(next));
    }

    @Test
    void turnWithAQueuedMessageHasBegunUnseenAfterSomeTime() {
        queueWith(NEVER);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(courier.active()).isEqualTo(1);

        steerToIdle();

        awaitNobodyWaits();
    }
}
