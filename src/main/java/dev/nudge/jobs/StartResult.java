package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.job.cluster.ClusterJob;
import dev.nudge.jobs.queue.Waiting;
import java.util.Optional;

/// The outcome of a request to start a job.
public sealed interface StartResult {
    /// It runs.
    ///
    /// @param noTerminal why it has no terminal, if it should have one; one line
    record Running(Job job, Optional<String> noTerminal) implements StartResult {}

    /// It waits in the queue.
    ///
    /// @param waiting at which place, and why
    record Queued(Waiting waiting) implements StartResult {}

    /// It waits in a cluster.
    record Submitted(Job job, ClusterJob cluster) implements StartResult {}

    /// It does not run, and will not.
    ///
    /// @param reason one line for a person
    record NotStarted(String reason) implements StartResult {}
}
