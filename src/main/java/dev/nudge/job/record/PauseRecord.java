package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nudge.job.JobState;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Paused;
import dev.nudge.job.JobState.Pauses;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pauses of a job as flat data, in a [JobRecord]. Append only, as that is.
///
/// @param at when it was paused; null unless it is paused now
/// @param ranMs for how many milliseconds its command had run by then, without pauses; null too
/// @param withGroup true if it is paused together with its group, otherwise null
/// @param earlierMs how many milliseconds its earlier pauses took together; null if there were none
/// @param continuedAt when the last of these was over; null if there was none
/// @param toContinue true if it is to continue as soon as its cluster can be reached, otherwise
///   missing
public record PauseRecord(
        @Nullable Instant at,
        @Nullable Long ranMs,
        @Nullable Boolean withGroup,
        @Nullable Long earlierMs,
        @Nullable Instant continuedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean toContinue) {
    /// Flattens those of a job; null if there are none.
    static @Nullable PauseRecord of(JobState state) {
        Pauses earlier = state.launched().map(Launch::pauses).orElse(Pauses.NONE);
        Long total = earlier.lastEnd().isEmpty() ? null : earlier.total().toMillis();
        Instant lastEnd = earlier.lastEnd().orElse(null);
        if (state instanceof Paused paused) {
            return new PauseRecord(
                    paused.at(),
                    paused.ran().toMillis(),
                    orNull(paused.isWithGroup()),
                    total,
                    lastEnd,
                    orNull(paused.isToContinue()));
        }
        return total == null ? null : new PauseRecord(null, null, null, total, lastEnd, null);
    }

    private static @Nullable Boolean orNull(boolean value) {
        return value ? true : null;
    }

    /// Restores those that are over.
    static Pauses earlier(@Nullable PauseRecord record) {
        return record == null
                ? Pauses.NONE
                : new Pauses(
                        Duration.ofMillis(Objects.requireNonNullElse(record.earlierMs, 0L)),
                        Optional.ofNullable(record.continuedAt));
    }

    /// Restores the state of a job that is paused.
    ///
    /// @throws IllegalArgumentException if the record does not say since when
    Paused state(Launch launch) {
        if (at == null || ranMs == null) {
            throw new IllegalArgumentException("a paused job without \"at\" and \"ran_ms\"");
        }
        return new Paused(
                launch,
                at,
                Duration.ofMillis(ranMs),
                Boolean.TRUE.equals(withGroup),
                Boolean.TRUE.equals(toContinue));
    }
}
