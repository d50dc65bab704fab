package dev.nudge.console.queue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.jobs.queue.Group.GroupLimits;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A group with its jobs that wait, as the page shows it.
///
/// @param order the numbers of the jobs that wait, in the order in which they would be started
public record GroupQueue(@JsonUnwrapped GroupJson group, List<Long> order) {
    public static List<GroupQueue> all(QueueDesk desk) {
        Map<String, List<Long>> order = desk.order();
        return desk.groups().stream()
                .map(GroupJson::of)
                .map(group -> new GroupQueue(group, order.getOrDefault(group.name(), List.of())))
                .toList();
    }

    /// A group in the JSON of `nudge group --json`. Append only. Limits are null if there are none;
    /// memory is in bytes.
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
}
