package dev.nudge.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for conditions that nothing announces, such as the end of a job's processes.
public final class Polling {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private Polling() {}

    /// Waits, looking every 5 to 160 ms. Returns whether the condition was met in time.
    public static boolean await(Duration limit, BooleanSupplier condition) {
        return await(limit, LONGEST_PAUSE, condition);
    }

    /// Waits in the same way, with other pauses in the end.
    public static boolean await(Duration limit, Duration longestPause, BooleanSupplier condition) {
        long begin = System.nanoTime();
        Duration next = SHORTEST_PAUSE;
        while (!condition.getAsBoolean()) {
            if (Duration.ofNanos(System.nanoTime() - begin).compareTo(limit) >= 0) {
                return false;
            }
            pause(next);
            next = next.compareTo(longestPause) < 0 ? next.multipliedBy(2) : next;
        }
        return true;
    }

    public static void pause() {
        pause(SHORTEST_PAUSE);
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
