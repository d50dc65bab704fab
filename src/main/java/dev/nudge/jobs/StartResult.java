package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.jobs.queue.Waiting;
import java.util.Optional;

/// The outcome of a request to start a job.
public sealed interface StartResult {
    /// The job is there: it runs, or waits in the queue or in its cluster, as its state says.
    ///
    /// @param job as it was once that was known; it may have ended since
    /// @param waiting at which place of the queue it waits, and why; empty if it does not
    /// @param noTerminal why it has no terminal, if it should have one; one line
    record Made(Job job, Optional<Waiting> waiting, Optional<String> noTerminal)
            implements StartResult {
        Made(Job job) {
            this(job, Optional.empty(), Optional.empty());
        }
    }

    /// It does not run, and will not.
    ///
    /// @param reason one line for a person
    record NotStarted(String reason) implements StartResult {}
}
