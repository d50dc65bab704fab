package dev.nudge.output.search;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Decides how long a search may last.
public interface Patience {
    /// Waits forever.
    Patience ENDLESS = () -> {};

    /// Called repeatedly during the search. An exception ends the search and is passed to its
    /// caller.
    void look() throws IOException;

    /// Waits forever, and lets others work: a virtual thread that only computes would keep its
    /// carrier from them. For one thread.
    final class InTurns implements Patience {
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
}
