package dev.nudge.job.record;

import dev.nudge.job.Words;
import dev.nudge.job.bounds.BoundWay;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.bounds.Bounds.Ways;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// [Bounds] as flat data, in a [JobRecord]. Append only, as that is.
///
/// @param memory the most memory, in bytes; null for no bound
/// @param memoryBy how the system sees to it: `systemd`, `cgroup` or `ulimit`; null before the
///   start
/// @param cpus the most processors; null for no bound
/// @param cpusBy `systemd`, `cgroup` or `taskset`; null before the start
/// @param nice the niceness, -20 to 19; null if none was given
/// @param niceBy `renice`; null before the start
public record BoundsRecord(
        @Nullable Long memory,
        @Nullable String memoryBy,
        @Nullable Double cpus,
        @Nullable String cpusBy,
        @Nullable Integer nice,
        @Nullable String niceBy) {

    /// Flattens them; null for a job without bounds.
    static @Nullable BoundsRecord of(Bounds bounds) {
        return bounds.isNone()
                ? null
                : new BoundsRecord(
                        bounds.memory().isPresent() ? bounds.memory().getAsLong() : null,
                        bounds.ways().memory().map(Words::of).orElse(null),
                        bounds.cpus().isPresent() ? bounds.cpus().getAsDouble() : null,
                        bounds.ways().cpus().map(Words::of).orElse(null),
                        bounds.nice().isPresent() ? bounds.nice().getAsInt() : null,
                        bounds.ways().nice().map(Words::of).orElse(null));
    }

    static Bounds restore(@Nullable BoundsRecord record) {
        return record == null ? Bounds.NONE : record.toBounds();
    }

    private Bounds toBounds() {
        return new Bounds(
                memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
                cpus == null ? OptionalDouble.empty() : OptionalDouble.of(cpus),
                nice == null ? OptionalInt.empty() : OptionalInt.of(nice),
                new Ways(way(memoryBy), way(cpusBy), way(niceBy)));
    }

    private static Optional<BoundWay> way(@Nullable String word) {
        return Optional.ofNullable(word).flatMap(w -> Words.find(BoundWay.class, w));
    }
}
