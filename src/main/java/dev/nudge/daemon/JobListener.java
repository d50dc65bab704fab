package dev.nudge.daemon;

import dev.nudge.job.Job;

/// Hears of the turning points of jobs, after they are on disk.
interface JobListener {
    /// The command runs, or was found running by a new daemon.
    void started(Job job);

    /// The job is over. Called once in the life of a daemon, after [#started] unless its command
    /// could not be started.
    void ended(Job job);

    /// Something of a job is another than before, or there is a new job. Must not block: the job
    /// may be locked.
    default void changed() {}
}
