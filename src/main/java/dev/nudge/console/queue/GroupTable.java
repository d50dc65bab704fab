package dev.nudge.console.queue;

import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.console.view.Cells;
import dev.nudge.jobs.queue.Group;
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
                    group.parallel().isPresent()
                            ? Integer.toString(group.parallel().getAsInt())
                            : "-",
                    Long.toString(count.running()),
                    Long.toString(count.waiting()),
                    group.isPaused() ? "paused" : "open");
        }
        return table.toString();
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
