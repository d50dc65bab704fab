package dev.nudge.job.record;

import dev.nudge.job.VirtualTask;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.text.Bytes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A [VirtualTask] as flat data, in a [JobRecord]. Append only, as that is.
///
/// @param kind `timer` or `watch`
/// @param due when the timer expires
/// @param note what to report then
/// @param file in which the watch looks for lines
/// @param job the job whose output the file is; null for another file
/// @param pattern what it looks for
/// @param times how many matching lines it reports
public record VirtualRecord(
        String kind,
        @Nullable Instant due,
        @Nullable String note,
        @Nullable String file,
        @Nullable Long job,
        @Nullable String pattern,
        @Nullable Integer times) {
    private static final String TIMER = "timer";
    private static final String WATCH = "watch";

    static VirtualRecord of(VirtualTask task) {
        return switch (task) {
            case Timer(Instant due, String note) ->
                    new VirtualRecord(TIMER, due, note, null, null, null, null);
            case Watch(OptionalLong job, Path file, String pattern, int times) ->
                    new VirtualRecord(
                            WATCH,
                            null,
                            null,
                            Bytes.text(file),
                            job.isPresent() ? job.getAsLong() : null,
                            pattern,
                            times);
        };
    }

    VirtualTask toTask() {
        return switch (kind) {
            case TIMER -> new Timer(require(due, "due"), require(note, "note"));
            case WATCH ->
                    new Watch(
                            job == null ? OptionalLong.empty() : OptionalLong.of(job),
                            Bytes.path(require(file, "file")),
                            require(pattern, "pattern"),
                            require(times, "times"));
            default -> throw new IllegalArgumentException("unknown task \"" + kind + "\"");
        };
    }

    private <T> T require(@Nullable T value, String name) {
        return Objects.requireNonNull(value, kind + " without " + name);
    }
}
