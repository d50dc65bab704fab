package dev.nudge.console.queue;

import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.console.view.Cells;
import dev.nudge.engine.EngineChoice;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.Group.GroupLimits;
import dev.nudge.text.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Shows the groups of the queue as a table. Its last column is wrapped where it does not fit.
public final class GroupTable {
    private static final List<String> HEADERS =
            List.of("GROUP", "PARALLEL", "RUNNING", "QUEUED", "STATE");
    private static final int LAST = HEADERS.size() - 1;

    /// The part of the line that a name may take on a terminal, as a divisor.
    private static final int NAME_PART = 4;

    private static final int MIN_LAST = 12;

    private GroupTable() {}

    /// @param columns width of the terminal; [Integer#MAX_VALUE] if there is none
    public static String render(List<GroupCount> groups, int columns) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADERS));
        groups.forEach(count -> rows.add(cells(count, Math.max(MIN_LAST, columns / NAME_PART))));
        List<Integer> widths = Cells.widths(rows).subList(0, LAST);
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            String line = Cells.line(row, widths);
            int indent = Cells.width(line);
            List<String> last = Cells.wrap(row.get(LAST), Math.max(MIN_LAST, columns - indent));
            table.append(line).append(String.join("\n" + " ".repeat(indent), last)).append('\n');
        }
        return table.toString();
    }

    private static List<String> cells(GroupCount count, int longestName) {
        Group group = count.group();
        return List.of(
                Cells.shorten(group.name(), longestName),
                group.limits().parallel().stream()
                        .mapToObj(Integer::toString)
                        .findFirst()
                        .orElse("-"),
                Long.toString(count.running()),
                Long.toString(count.waiting()),
                (group.isPaused() ? "paused" : "open")
                        + machine(group.limits())
                        + engine(group.engine()));
    }

    private static String engine(EngineChoice engine) {
        String options =
                engine.options().isEmpty() ? "" : " with " + String.join(" ", engine.options());
        return engine.isLocal() ? "" : ", in " + engine.engine() + options;
    }

    private static String machine(GroupLimits limits) {
        return Stream.concat(
                        limits.minFreeMemory().stream()
                                .mapToObj(ByteCount::of)
                                .map(", while %s of memory are free"::formatted),
                        limits.maxLoad().stream()
                                .mapToObj(", while the load is below %s"::formatted))
                .collect(Collectors.joining());
    }
}
