package dev.nudge.cli;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.JobState;
import dev.nudge.job.record.JobRecord;

/// Describes a job's end in words.
final class JobSentence {
    private JobSentence() {}

    /// Returns how it ended: `exit code 3`.
    static String exit(JobRecord job) {
        return job.toJob().state() instanceof JobState.Ended(_, ExitStatus status, _)
                ? status.words()
                : "its end is not recorded yet";
    }

    /// Returns how and why it ended: `signal SIGTERM, killed by the user`.
    static String end(JobRecord job) {
        return job.stopReason() == null ? exit(job) : exit(job) + ", " + job.stopReason();
    }

    /// Returns a sentence about its end.
    static String ended(JobRecord job) {
        return "Job %d has ended: %s.".formatted(job.job(), end(job));
    }
}
