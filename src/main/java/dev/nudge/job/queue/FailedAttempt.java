package dev.nudge.job.queue;

import java.time.Instant;

/// A start of a job's command that failed, after which it was to be started again.
///
/// @param pid the process of the command
/// @param code the exit code, 1 to 255
/// @param outputEnd how many bytes the job's log held then: the output of the next attempt begins
///   there
public record FailedAttempt(
        long pid, Instant startedAt, int code, Instant endedAt, long outputEnd) {}
