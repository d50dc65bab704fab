package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nudge.job.Job;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A job in the JSON of answers: of `nudge ps --json`, of the hooks of notifications, and of the
/// page. It shows all that is on disk, and what is known of the output. Append only, as
/// [JobRecord].
///
/// @param outputBytes how much it has written; null if unknown
/// @param binary true if its output is binary, otherwise null
public record JobJson(
        @JsonUnwrapped JobRecord job, @Nullable Long outputBytes, @Nullable Boolean binary) {
    /// Flattens a job.
    public static JobJson of(Job job, OptionalLong outputBytes, boolean isBinary) {
        return new JobJson(
                JobRecord.of(job), JobRecord.orNull(outputBytes), isBinary ? true : null);
    }
}
