package dev.nudge.console.queue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nudge.console.QueueDesk;
import java.util.List;
import java.util.Map;

/// A group with its jobs that wait, as the page shows it.
///
/// @param group as in `nudge group --json`
/// @param order the numbers of the jobs that wait, in the order in which they would be started
public record GroupQueue(@JsonUnwrapped GroupJson group, List<Long> order) {
    public GroupQueue {
        order = List.copyOf(order);
    }

    /// Returns all groups, by name.
    public static List<GroupQueue> all(QueueDesk desk) {
        Map<String, List<Long>> order = desk.order();
        return desk.groups().stream()
                .map(GroupJson::of)
                .map(group -> new GroupQueue(group, order.getOrDefault(group.name(), List.of())))
                .toList();
    }
}
