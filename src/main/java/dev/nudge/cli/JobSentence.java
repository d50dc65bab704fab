package dev.nudge.cli;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.JobRecord;
import dev.nudge.job.JobState;

/// What became of a job, in words.
final class JobSentence {
    private JobSentence() {}

    /// Returns how it ended: `exit code 3`, `signal SIGTERM, killed by the user`.
    static String end(JobRecord job) {
        String end =
                job.toJob().state() instanceof JobState.Ended(_, ExitStatus status, _)
                        ? status.words()
                        : "its end is not recorded yet";
        return job.stopReason() == null ? end : end + ", " + job.stopReason();
    }

    /// Returns a sentence of its end.
    static String ended(JobRecord job) {
        return "Job %d has ended: %s.".formatted(job.job(), end(job));
    }
}
