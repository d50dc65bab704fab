package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Removes from the disk what a job does not need any more. What stays there is only logged.
final class Leftovers {
    private static final Logger LOG = System.getLogger(Leftovers.class.getName());

    private final JobStore store;

    Leftovers(JobStore store) {
        this.store = store;
    }

    /// Removes what the start of a job that waited needed.
    void removeOrder(long number) {
        try {
            store.removeOrder(number);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: its environment stays: {1}", number, Reasons.of(e));
        }
    }

    /// Removes what the start of a job needed that has been started, unless it may be started
    /// again.
    void removeOrderOfStarted(Job job) {
        if (job.spec().queueing().retry().isEmpty()) {
            removeOrder(job.number());
        }
    }

    /// Removes the mark of an end that is known. A job that has been started again leaves its own.
    void removeBellOfKnownEnd(JobEntry entry) {
        entry.read(job -> {
            if (job.isEnded() || job.isQueued()) {
                removeBell(job.number());
            }
        });
    }

    /// Removes the mark of an end.
    void removeBell(long number) {
        try {
            store.silenceBell(number);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: its exit mark stays: {1}", number, Reasons.of(e));
        }
    }
}
