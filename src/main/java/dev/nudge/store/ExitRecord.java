package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import java.time.Instant;

/// What a host wrote when the command had ended.
///
/// @param at modification time of the record, to the file system's precision
public record ExitRecord(ExitStatus status, Instant at) {}
