package dev.nudge.console.view;

import dev.nudge.job.Job;

/// Describes a job's end in words.
public final class JobSentence {
    private JobSentence() {}

    /// Returns a sentence about its end: `Job 7 failed (exit code 3).`
    public static String ended(Job job) {
        return "Job %d %s.".formatted(job.number(), job.ending());
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
