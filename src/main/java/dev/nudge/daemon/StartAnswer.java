package dev.nudge.daemon;

import dev.nudge.job.Job;

/// What became of a request to start a job.
public sealed interface StartAnswer {
    /// It runs.
    record Running(Job job) implements StartAnswer {}

    /// It does not, and will not.
    ///
    /// @param reason one line for a person
    record NotStarted(String reason) implements StartAnswer {}
}
