package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import java.time.Duration;
import java.time.Instant;

/// How long a job has run.
final class JobTime {
    private JobTime() {}

    /// Returns it as minutes and seconds, with hours if there are any: `1:23:45`; `-` for one that
    /// has not been started.
    static String of(JobRecord job) {
        Instant start = job.startedAt();
        if (start == null) {
            return "-";
        }
        Instant end = job.endedAt();
        Duration took = Duration.between(start, end == null ? Instant.now() : end);
        long seconds = Math.max(0, took.toSeconds());
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
