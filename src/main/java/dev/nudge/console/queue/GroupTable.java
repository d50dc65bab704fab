package dev.nudge.console.queue;

import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.console.view.Cells;
import dev.nudge.engine.EngineChoice;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.GroupLimits;
import dev.nudge.text.ByteCount;
import java.util.List;

/// Shows the groups of the queue as a table.
public final class GroupTable {
    private static final String GAP = "  ";

    private GroupTable() {}

    /// Returns the table, with line ends.
    public static String render(List<GroupCount> groups) {
        int width =
                groups.stream()
                        .mapToInt(count -> Cells.width(count.group().name()))
                        .reduce("GROUP".length(), Math::max);
        StringBuilder table = new StringBuilder();
        row(table, width, "GROUP", "PARALLEL", "RUNNING", "WAITING", "STATE");
        for (GroupCount count : groups) {
            Group group = count.group();
            row(
                    table,
                    width,
                    group.name(),
                    group.limits().parallel().isPresent()
                            ? Integer.toString(group.limits().parallel().getAsInt())
                            : "-",
                    Long.toString(count.running()),
                    Long.toString(count.waiting()),
                    (group.isPaused() ? "paused" : "open")
                            + machine(group.limits())
                            + engine(group.engine()));
        }
        return table.toString();
    }

    private static String engine(EngineChoice engine) {
        String options =
                engine.options().isEmpty() ? "" : " with " + String.join(" ", engine.options());
        return engine.isLocal() ? "" : ", in " + engine.engine() + options;
    }

    private static String machine(GroupLimits limits) {
        String memory =
                limits.minFreeMemory().isPresent()
                        ? ", while %s of memory are free"
                                .formatted(ByteCount.of(limits.minFreeMemory().getAsLong()))
                        : "";
        String load =
                limits.maxLoad().isPresent()
                        ? ", while the load is below %s".formatted(limits.maxLoad().getAsDouble())
                        : "";
        return memory + load;
    }

    private static void row(StringBuilder table, int width, String name, String... cells) {
        Cells.pad(table, name, width);
        for (int i = 0; i < cells.length - 1; i++) {
            table.append(GAP);
            Cells.pad(table, cells[i], "PARALLEL".length());
        }
        table.append(GAP).append(cells[cells.length - 1]).append('\n');
    }
}
