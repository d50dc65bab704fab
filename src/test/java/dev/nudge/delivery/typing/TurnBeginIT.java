package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.Note;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A message that was submitted to an agent without receipts.
class TurnBeginIT extends CourierFixture {
    private static final Duration NEVER = Duration.ofMinutes(5);

    private final Note note = note(17, "make");

    private void submitWith(Duration begin) {
        restart(pace(Pace.NORMAL.beforeEnter(), Pace.NORMAL.receipt(), begin));
        outbox.add(binding, note);
        courier.wake(binding);
        agent.awaitRecord(1);
        await().atMost(LIMIT).until(outbox::isEmpty);
    }

    @Test
    void turnHasBegunOnceTheAgentIsSeenWorking() {
        submitWith(NEVER);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(outbox.begun()).isEmpty();

        agent.steer("working");

        awaitNobodyWaits();
        assertThat(outbox.begun()).containsExactly(note);
    }

    @Test
    void turnHasBegunUnseenAfterSomeTime() {
        submitWith(Duration.ofMillis(500));

        awaitNobodyWaits();
        assertThat(outbox.begun()).containsExactly(note);
    }

    /// Its user has interrupted it and quit: the message may be lost with it.
    @Test
    void noTurnHasBegunIfTheAgentEndsBeforeItIsSeenWorking() {
        submitWith(NEVER);

        signal("-KILL", binding.agent().pid());

        awaitNobodyWaits();
        assertThat(outbox.begun()).isEmpty();
    }

    private void queueWith(Duration begin) {
        agent.steer("working");
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
        submitWith(begin);
        assertThat(agent.record()).containsExactly("queued " + text(note));
    }

    private void steerToIdle() {
        agent.steer("idle");
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Ready"));
    }

    /// Between two turns, a slow agent looks idle. A message that is submitted then may be lost.
    @Test
    void nothingIsSubmittedBetweenTheTurnsOfAnAgentThatHasQueuedAMessage() {
        queueWith(NEVER);
        steerToIdle();
        Note next = note(18, "make test");
        outbox.add(binding, next);
        courier.wake(binding);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(outbox.begun()).isEmpty();

        agent.steer("working");

        assertThat(agent.awaitRecord(2)).last().isEqualTo("queued " + text(next));
        assertThat(outbox.begun()).containsExactly(note);
    }

    @Test
    void turnWithAQueuedMessageHasBegunUnseenAfterSomeTime() {
        queueWith(Duration.ofMillis(500));
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(outbox.begun()).isEmpty();

        steerToIdle();

        awaitNobodyWaits();
        assertThat(outbox.begun()).containsExactly(note);
    }

    /// What it has queued is lost with it.
    @Test
    void noTurnHasBegunIfTheAgentEndsWithAMessageInItsQueue() {
        queueWith(NEVER);

        signal("-KILL", binding.agent().pid());

        awaitNobodyWaits();
        assertThat(outbox.begun()).isEmpty();
    }
}
