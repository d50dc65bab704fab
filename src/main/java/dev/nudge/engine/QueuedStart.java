package dev.nudge.engine;

import dev.nudge.job.Job;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LaunchOrder;
import java.util.List;

/// The start of a job that has waited in the queue.
///
/// @param directory the job's, which holds its ticket
/// @param order what else the start needs
/// @param choice what its group says
/// @param before the jobs of the same cluster that must have ended, and have not
public record QueuedStart(
        Job job,
        JobDirectory directory,
        LaunchOrder order,
        EngineChoice choice,
        List<Before> before) {
    public QueuedStart {
        before = List.copyOf(before);
    }

    /// A job that must have ended first.
    ///
    /// @param id the cluster's own name for it
    /// @param mustSucceed whether it must have ended with exit code 0
    public record Before(String id, boolean mustSucceed) {}
}
