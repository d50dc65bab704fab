package dev.nudge.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A task of an agent, as it is on the disk with the first of its jobs. Append only.
///
/// @param isAny whether the first end is enough
/// @param until how long it waits at most; null for as long as it takes
/// @param isWait whether it only waits for jobs that others have begun; if not, it is the one that
///   has begun its job, and ends it if it is cancelled
/// @param isPersonAsked whether its client asks a person what the job asks
public record TaskRecord(
        Instant createdAt,
        List<Long> jobs,
        boolean isAny,
        @Nullable Instant until,
        boolean isWait,
        boolean isPersonAsked) {
    public TaskRecord {
        jobs = List.copyOf(jobs);
    }
}
