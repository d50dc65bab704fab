package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.store.JobStore;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/// The one owner of a job's state: changes come one after the other, and are on disk before anybody
/// sees them. The lock is this job's own and is held over the write of its own file only.
final class JobEntry {
    private final JobStore store;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Job job;

    JobEntry(JobStore store, Job job) {
        this.store = store;
        this.job = job;
    }

    Job job() {
        return job;
    }

    /// Applies the change and makes it durable.
    ///
    /// @return whether it changed anything
    /// @throws IOException if it cannot be written; the job is as it was then
    boolean apply(UnaryOperator<Job> change) throws IOException {
        lock.lock();
        try {
            Job next = change.apply(job);
            if (next.equals(job)) {
                return false;
            }
            store.save(next);
            job = next;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Applies a change that is a fact whether it can be written or not, such as an end. The exit
    /// record of the host stands on disk, so that the next daemon finds the fact again.
    void applyUnsaved(UnaryOperator<Job> change) {
        lock.lock();
        try {
            job = change.apply(job);
        } finally {
            lock.unlock();
        }
    }
}
