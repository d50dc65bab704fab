package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import java.time.Instant;

/// The record that a host writes when the command has ended.
///
/// @param at modification time of the record, to the file system's precision; only to the second
///   where the host had to write it later
/// @param isOutOfMemory whether the system ended processes of the job because they wanted more
///   memory than its bound
public record ExitRecord(ExitStatus status, Instant at, boolean isOutOfMemory) {
    /// Records an end that had nothing to do with memory, as far as is known.
    public ExitRecord(ExitStatus status, Instant at) {
        this(status, at, false);
    }
}
