package dev.nudge.jobs.queue;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Keeps what a new job rests on until it is recorded: its group, and the jobs that it is to run
/// after. Any number of jobs may be admitted at a time, but nothing is taken away meanwhile.
///
/// A thread that holds any other lock must not ask for this one.
public final class Admission {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    /// A change that takes something away.
    public interface Change<T> {
        T make() throws IOException;
    }

    /// Begins to admit a job once nothing is being taken away. [#leave] follows, on this thread.
    public void enter() {
        lock.readLock().lock();
    }

    /// Ends the admission: the job is recorded, or not made. Does nothing if it has ended already.
    public void leave() {
        if (lock.getReadHoldCount() > 0) {
            lock.readLock().unlock();
        }
    }

    /// Makes a change while no job is being admitted. Blocks until none is.
    public <T> T alone(Change<T> change) throws IOException {
        lock.writeLock().lock();
        try {
            return change.make();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
