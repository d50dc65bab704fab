package dev.nudge.console.view;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;

/// Describes a job's end in words.
public final class JobSentence {
    private JobSentence() {}

    /// Returns how and why it ended: `signal SIGTERM, killed by the user`.
    public static String end(Job job) {
        return job.outcome() + job.stopReason().map(reason -> ", " + reason).orElse("");
    }

    /// Returns a sentence about its end: `Job 7 has ended: exit code 3.`, `Job 7 was not started:
    /// its directory does not exist.`
    public static String ended(Job job) {
        return ended(job, "has ended", end(job));
    }

    /// Returns a sentence about the end of a job that was to be killed.
    ///
    /// @param wasEnded whether it had ended before
    public static String killed(Job job, boolean wasEnded) {
        return ended(job, wasEnded ? "had already ended" : "has been killed", job.outcome());
    }

    private static String ended(Job job, String what, String how) {
        boolean hasRun =
                job.exitStatus()
                        .filter(status ->
                                status instanceof ExitStatus.NotStarted
                                        || status instanceof ExitStatus.Skipped)
                        .isEmpty();
        return "Job %d %s%s.".formatted(job.number(), hasRun ? what + ": " : "was ", how);
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
