package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    /// Records an end that had nothing to do with memory or a cluster, as far as is known.
    public ExitRecord(ExitStatus status, Instant at) {
        this(status, at, false, false, Optional.empty());
    }

    record Json(
            @Nullable Integer code,
            @Nullable Integer signal,
            @Nullable String notStarted,
            @Nullable Long ended,
            @Nullable Boolean outOfMemory,
            @Nullable Boolean provisional,
            @Nullable String start) {
        /// @throws IllegalArgumentException if it says nothing
        ExitRecord toRecord(Path file) throws IOException {
            return new ExitRecord(
                    status(),
                    ended == null
                            ? Files.getLastModifiedTime(file).toInstant()
                            : Instant.ofEpochSecond(ended),
                    outOfMemory != null && outOfMemory,
                    provisional != null && provisional,
                    Optional.ofNullable(start));
        }

        private ExitStatus status() {
            if (code != null) {
                return new ExitStatus.Exited(code);
            }
            if (signal != null) {
                return new ExitStatus.Signaled(new Signal(signal));
            }
            if (notStarted != null) {
                return new ExitStatus.NotStarted(notStarted);
            }
            throw new IllegalArgumentException("neither code nor signal nor not_started");
        }
    }
}
