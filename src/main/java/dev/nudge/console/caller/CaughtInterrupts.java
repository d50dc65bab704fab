package dev.nudge.console.caller;

import org.jspecify.annotations.Nullable;

/// Ctrl+C, which a caller catches for its command. One that comes before its task is kept.
/// Thread-safe.
final class CaughtInterrupts {
    private @Nullable Runnable task;
    private int early;

    /// Runs a task for each, on a thread of its own.
    synchronized void on(Runnable handler) {
        task = handler;
        for (; early > 0; early--) {
            receive();
        }
    }

    /// Takes one.
    synchronized void receive() {
        Runnable handler = task;
        if (handler == null) {
            early++;
        } else {
            Thread.ofVirtual().name("interrupt").start(handler);
        }
    }
}
