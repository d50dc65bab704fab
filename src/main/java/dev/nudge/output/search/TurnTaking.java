package dev.nudge.output.search;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits forever, and lets others work: a virtual thread that only computes would keep its carrier
/// from them. For one thread.
public final class TurnTaking implements Patience {
    private static final Duration TURN = Duration.ofMillis(5);

    private long shared = System.nanoTime();

    @Override
    public void look() {
        if (System.nanoTime() - shared > TURN.toNanos()) {
            LockSupport.parkNanos(1);
            shared = System.nanoTime();
        }
    }
}
