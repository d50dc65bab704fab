package dev.nudge.outbox;

/// What the client of a task gets of the end of its job.
public enum TaskShare {
    /// The result, which nothing else reports.
    RESULT,
    /// That the task still works: something else is about to report the end, and may fail to.
    NOT_YET,
    /// That the end has been reported in another way.
    REPORTED
}
