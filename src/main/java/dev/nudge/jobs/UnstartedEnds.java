package dev.nudge.jobs;

import dev.nudge.engine.Engines;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.function.Predicate;

/// Ends jobs whose command has not been started.
final class UnstartedEnds {
    private static final Logger LOG = System.getLogger(UnstartedEnds.class.getName());

    private final Executions executions;
    private final Engines engines;
    private final Leftovers leftovers;

    UnstartedEnds(Executions executions, Engines engines, Leftovers leftovers) {
        this.executions = executions;
        this.engines = engines;
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
        Job seen = entry.job();
        return isStillHere(seen)
                && end(
                        entry,
                        job -> job.state().equals(seen.state()),
                        new ExitStatus.Skipped(reason));
    }

    /// Returns whether a job waits, and cannot be started any more by its cluster.
    private boolean isStillHere(Job job) {
        try {
            return job.isQueued() || (job.state().isWaiting() && engines.of(job).withdraw(job));
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0} cannot be skipped now: {1}",
                    Long.toString(job.number()),
                    Reasons.of(e));
            return false;
        }
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
