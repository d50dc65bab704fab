package dev.nudge.console.caller;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Whether a caller has left, and the waits that this ends. Thread-safe.
final class Departure {
    private final List<Thread> waiting = new ArrayList<>();
    private boolean hasLeft;

    /// Waits; interrupted if the caller leaves.
    ///
    /// @throws CallerGoneException if it has left
    <T> T awaiting(Caller.Wait<T> wait) throws IOException, InterruptedException {
        begin();
        try {
            return wait.get();
        } catch (InterruptedException e) {
            requirePresence();
            throw e;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws CallerGoneException {
        requirePresence();
        waiting.add(Thread.currentThread());
    }

    private synchronized void end() {
        waiting.remove(Thread.currentThread());
        if (hasLeft) {
            // It may have come after the wait: what follows is not interrupted.
            var _ = Thread.interrupted();
        }
    }

    /// @throws CallerGoneException if the caller has left
    synchronized void requirePresence() throws CallerGoneException {
        if (hasLeft) {
            throw new CallerGoneException();
        }
    }

    /// Ends all waits, and those to come.
    synchronized void leave() {
        hasLeft = true;
        waiting.forEach(Thread::interrupt);
    }
}
