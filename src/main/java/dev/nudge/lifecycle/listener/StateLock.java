package dev.nudge.lifecycle.listener;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// A lock under which a piece of state is read or changed as a whole. While holding it, no thread
/// calls a listener, hook or formatter.
public final class StateLock {
    private final ReentrantLock lock = new ReentrantLock();

    /// Takes the step under the lock, and returns what it returns.
    public <T> T get(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    /// Takes the step under the lock.
    public void run(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }
}
