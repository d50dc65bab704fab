package dev.nudge.console.queue;

import dev.nudge.console.QueueDesk.GroupCount;
import org.jspecify.annotations.Nullable;

/// A group in the JSON of `nudge group --json`. Append only.
///
/// @param parallel how many of its jobs run at once; null for any number
/// @param paused whether none of its jobs is started
/// @param running how many of its jobs run
/// @param queued how many wait
public record GroupJson(
        String name, @Nullable Integer parallel, boolean paused, long running, long queued) {
    /// Flattens a group.
    public static GroupJson of(GroupCount count) {
        return new GroupJson(
                count.group().name(),
                count.group().parallel().isPresent() ? count.group().parallel().getAsInt() : null,
                count.group().isPaused(),
                count.running(),
                count.waiting());
    }
}
