package dev.nudge.delivery.typing;

import java.time.Duration;

/// The pause before the next look at an agent that announces nothing: it doubles each time.
final class GrowingPause {
    static final Duration LONGEST = Duration.ofSeconds(15);

    private final Duration shortest;
    private Duration next;

    GrowingPause(Duration shortest) {
        this.shortest = shortest;
        this.next = shortest;
    }

    /// Returns the pause that is due, after which the next one is longer.
    Attempt before() {
        Duration now = next;
        Duration twice = next.multipliedBy(2);
        next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
        return new Attempt.Quiet(now);
    }

    /// Begins with the shortest again.
    void reset() {
        next = shortest;
    }
}
