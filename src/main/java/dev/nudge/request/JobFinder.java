package dev.nudge.request;

import dev.nudge.job.JobSelector;

/// Finds the job that a model means.
public interface JobFinder {
    /// Returns its number.
    ///
    /// @throws IllegalArgumentException if there is no such job; the message lists some that exist
    long find(JobSelector which);
}
