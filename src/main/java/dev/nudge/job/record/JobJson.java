package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nudge.job.Job;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A job in the JSON of answers, of hooks of notifications, and of the page: its record, with what
/// is known of its output; `telling` is called `notify`. Append only, as [JobRecord].
///
/// @param outputBytes how much it has written; null if unknown
/// @param binary true if its output is binary, otherwise null
/// @param waiting why it waits in the queue; null if it does not
/// @param condition how it is, in the words of [dev.nudge.job.Condition]
public record JobJson(
        @JsonUnwrapped JobRecord job,
        @Nullable Long outputBytes,
        @Nullable Boolean binary,
        @Nullable String waiting,
        String condition) {
    public static JobJson of(
            Job job, OptionalLong outputBytes, boolean isBinary, Optional<String> waiting) {
        return new JobJson(
                JobRecord.of(job),
                JobRecord.orNull(outputBytes),
                isBinary ? true : null,
                waiting.orElse(null),
                job.condition().words());
    }
}
