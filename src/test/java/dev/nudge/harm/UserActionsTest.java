package dev.nudge.harm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What the judge takes for cancelled.
class UserActionsTest {
    private static final Duration TURN = Duration.ofSeconds(1);

    private final UserActions actions = new UserActions();

    /// tmux holds Escape back for half a second, and an agent reads a key when it has the time.
    @Test
    void keyCancelsTheTurnThatBeginsWhileItIsOnItsWay() {
        AtomicReference<Instant> arrived = new AtomicReference<>();

        actions.cancels(() -> arrived.set(Instant.now()));

        Instant begin = arrived.get();
        assertThat(actions.cancelledBetween(begin, begin.plus(TURN))).isTrue();
    }

    @Test
    void keyCancelsTheTurnThatRuns() {
        Instant begin = Instant.now();

        actions.cancels(() -> {});

        assertThat(actions.cancelledBetween(begin, begin.plus(TURN))).isTrue();
    }

    @Test
    void turnsThatEndBeforeTheKeyOrBeginAfterItAreNotCancelled() {
        Instant before = Instant.now().minus(TURN);
        actions.cancels(() -> {});
        Instant after = Instant.now().plusNanos(1);

        assertThat(actions.cancelledBetween(before.minus(TURN), before)).isFalse();
        assertThat(actions.cancelledBetween(after, after.plus(TURN))).isFalse();
    }
}
