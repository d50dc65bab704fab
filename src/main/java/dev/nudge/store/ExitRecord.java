package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import java.time.Instant;

/// The record that a host writes when the command has ended.
///
/// @param at modification time of the record, to the file system's precision; only to the second
///   where the host had to write it later
public record ExitRecord(ExitStatus status, Instant at) {}
