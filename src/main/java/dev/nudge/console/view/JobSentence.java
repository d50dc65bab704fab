package dev.nudge.console.view;

import dev.nudge.job.Job;

/// Describes a job's end in words.
public final class JobSentence {
    private JobSentence() {}

    /// Returns how and why it ended: `signal SIGTERM, killed by the user`.
    public static String end(Job job) {
        return job.outcome() + job.stopReason().map(reason -> ", " + reason).orElse("");
    }

    /// Returns a sentence about its end.
    public static String ended(Job job) {
        return "Job %d has ended: %s.".formatted(job.number(), end(job));
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
