package dev.nudge.soak;

import java.util.concurrent.locks.LockSupport;

/// Time that passes between random events.
final class Pauses {
    private Pauses() {}

    static void rest(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
