package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The record of an end, as hosts write it.
record ExitJson(
        @Nullable Integer code,
        @Nullable Integer signal,
        @Nullable String notStarted,
        @Nullable Long ended,
        @Nullable Boolean outOfMemory,
        @Nullable Boolean provisional,
        @Nullable String start) {
    /// @param file in which it was found
    /// @throws IllegalArgumentException if it says nothing
    ExitRecord of(Path file) throws IOException {
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
