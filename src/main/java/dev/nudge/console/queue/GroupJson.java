package dev.nudge.console.queue;

import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.jobs.queue.GroupLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A group in the JSON of `nudge group --json`. Append only.
///
/// @param parallel how many of its jobs run at once; null for any number
/// @param paused whether none of its jobs is started
/// @param running how many of its jobs run
/// @param queued how many wait
/// @param minFreeMemory bytes that must be available to start one; null if that does not matter
/// @param maxLoad the load below which the machine must be; null if that does not matter
/// @param engine the name of the engine that runs its jobs
/// @param options what is passed on to the cluster
public record GroupJson(
        String name,
        @Nullable Integer parallel,
        boolean paused,
        long running,
        long queued,
        @Nullable Long minFreeMemory,
        @Nullable Double maxLoad,
        String engine,
        List<String> options) {
    /// Flattens a group.
    public static GroupJson of(GroupCount count) {
        GroupLimits limits = count.group().limits();
        return new GroupJson(
                count.group().name(),
                limits.parallel().isPresent() ? limits.parallel().getAsInt() : null,
                count.group().isPaused(),
                count.running(),
                count.waiting(),
                limits.minFreeMemory().isPresent() ? limits.minFreeMemory().getAsLong() : null,
                limits.maxLoad().isPresent() ? limits.maxLoad().getAsDouble() : null,
                count.group().engine().engine(),
                count.group().engine().options());
    }
}
