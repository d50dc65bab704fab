package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import java.time.Instant;
import java.util.Optional;

/// The record that a host writes when the command has ended.
///
/// @param at modification time of the record, to the file system's precision; only to the second
///   where the host had to write it later
/// @param isOutOfMemory whether the system ended processes of the job because they wanted more
///   memory than its bound
/// @param isProvisional whether the cluster may start the command again, or has ended it: it may
///   put this job back, or the host had received SIGTERM before
/// @param start which start in the cluster this is the end of, as
///   [dev.nudge.job.cluster.ClusterJob#startName]; empty on this machine
public record ExitRecord(
        ExitStatus status,
        Instant at,
        boolean isOutOfMemory,
        boolean isProvisional,
        Optional<String> start) {
    /// Records an end that had nothing to do with memory or a cluster, as far as is known.
    public ExitRecord(ExitStatus status, Instant at) {
        this(status, at, false, false, Optional.empty());
    }
}
