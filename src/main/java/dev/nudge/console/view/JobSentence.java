package dev.nudge.console.view;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.JobState;
import dev.nudge.job.record.JobRecord;

/// Describes a job's end in words.
public final class JobSentence {
    private JobSentence() {}

    /// Returns how it ended: `exit code 3`.
    public static String exit(JobRecord job) {
        return job.toJob().state() instanceof JobState.Ended(_, ExitStatus status, _)
                ? status.words()
                : "its end is not recorded yet";
    }

    /// Returns how and why it ended: `signal SIGTERM, killed by the user`.
    public static String end(JobRecord job) {
        return job.stopReason() == null ? exit(job) : exit(job) + ", " + job.stopReason();
    }

    /// Returns a sentence about its end.
    public static String ended(JobRecord job) {
        return "Job %d has ended: %s.".formatted(job.job(), end(job));
    }

    /// Returns the message shown after an attachment.
    ///
    /// @param isDetached whether the person has detached from the job
    public static String attached(long job, boolean isDetached) {
        return isDetached
                ? "[detached from job %d, which continues]".formatted(job)
                : "[job %d has ended]".formatted(job);
    }
}
