package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Signal;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The record that a host writes when the command has ended.
///
/// @param at modification time of the record, to the file system's precision; only to the second
///   where the host had to write it later
/// @param isOutOfMemory whether the system ended processes of the job because they wanted more
///   memory than its bound
/// @param isProvisional whether the cluster may start the command again, or has ended it: it may
///   put this job back, or the host had received SIGTERM before
/// @param start which start in the cluster this is the end of, as
///   [dev.nudge.job.ClusterJob#startName]; empty on this machine
public record ExitRecord(
        ExitStatus status,
        Instant at,
        boolean isOutOfMemory,
        boolean isProvisional,
        Optional<String> start) {
    /// Reads the record of a host.
    ///
    /// @param written when the file was written
    /// @throws IllegalArgumentException if it says nothing
    static ExitRecord of(JsonNode json, Instant written) {
        return new ExitRecord(
                status(json),
                json.hasNonNull("ended")
                        ? Instant.ofEpochSecond(json.path("ended").longValue())
                        : written,
                json.path("out_of_memory").booleanValue(false),
                json.path("provisional").booleanValue(false),
                json.path("start").stringValueOpt());
    }

    private static ExitStatus status(JsonNode json) {
        if (json.hasNonNull("code")) {
            return new ExitStatus.Exited(json.path("code").intValue());
        }
        if (json.hasNonNull("signal")) {
            return new ExitStatus.Signaled(new Signal(json.path("signal").intValue()));
        }
        if (json.hasNonNull("not_started")) {
            return new ExitStatus.NotStarted(json.path("not_started").stringValue());
        }
        throw new IllegalArgumentException("neither code nor signal nor not_started");
    }

    /// Records an end that had nothing to do with memory or a cluster, as far as is known.
    public ExitRecord(ExitStatus status, Instant at) {
        this(status, at, false, false, Optional.empty());
    }
}
