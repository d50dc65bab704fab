package dev.nudge.jobs;

import dev.nudge.job.Job;

/// A listener for the turning points of jobs, called after they are on disk.
public interface JobListener {
    /// Called when the command runs, or a new daemon has found it running.
    void started(Job job);

    /// Called when the job has ended: once in the life of a daemon, after [#started] unless its
    /// command could not be started.
    void ended(Job job);

    /// Called when something about a job has changed, or there is a new job. Must not block: the
    /// job may be locked.
    default void changed() {}
}
