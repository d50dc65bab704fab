package dev.nudge.job.record;

import dev.nudge.job.Job;
import dev.nudge.job.queue.FailedAttempt;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A [FailedAttempt] as flat data, in a [JobRecord]. Append only, as that is.
///
/// @param pid the process of the command
/// @param exitCode 1 to 255
/// @param outputEnd how many bytes the job's log held at its end
public record AttemptRecord(
        long pid, Instant startedAt, Instant endedAt, int exitCode, long outputEnd) {
    /// Flattens those of a job; null if there are none.
    static @Nullable List<AttemptRecord> of(Job job) {
        return job.attempts().isEmpty()
                ? null
                : job.attempts().stream().map(AttemptRecord::of).toList();
    }

    private static AttemptRecord of(FailedAttempt attempt) {
        return new AttemptRecord(
                attempt.pid(),
                attempt.startedAt(),
                attempt.endedAt(),
                attempt.code(),
                attempt.outputEnd());
    }

    static List<FailedAttempt> restore(@Nullable List<AttemptRecord> records) {
        return records == null
                ? List.of()
                : records.stream().map(AttemptRecord::toAttempt).toList();
    }

    private FailedAttempt toAttempt() {
        return new FailedAttempt(pid, startedAt, exitCode, endedAt, outputEnd);
    }
}
