package dev.nudge.jobs;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import java.time.Instant;
import java.util.function.Predicate;

/// Ends jobs whose command has not been started.
final class UnstartedEnds {
    private final Executions executions;
    private final Leftovers leftovers;

    UnstartedEnds(Executions executions, Leftovers leftovers) {
        this.executions = executions;
        this.leftovers = leftovers;
    }

    /// Ends a job that waits in the queue.
    ///
    /// @return whether it still waited
    boolean endQueued(JobEntry entry, String reason) {
        return end(entry, Job::isQueued, new ExitStatus.NotStarted(reason));
    }

    /// Ends a job that will never be started, since one before it has failed: also one that its
    /// cluster has, which knows that too.
    ///
    /// @return whether it still waited
    boolean skip(JobEntry entry, String reason) {
        return end(entry, job -> job.state().isWaiting(), new ExitStatus.Skipped(reason));
    }

    private boolean end(JobEntry entry, Predicate<Job> isMeant, ExitStatus status) {
        Instant now = Instant.now();
        boolean isEnded = entry.applyFact(j -> isMeant.test(j) ? j.givenUp(status, now) : j);
        if (isEnded) {
            leftovers.removeOrder(entry.job().number());
            executions.ended(entry.job());
        }
        return isEnded;
    }
}
