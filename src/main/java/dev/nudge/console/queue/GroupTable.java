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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Shows the groups of the queue as a table. Its last column is wrapped where it does not fit.
public final class GroupTable {
    private static final String GAP = "  ";
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
        List<Integer> widths =
                IntStream.range(0, LAST)
                        .map(i ->
                                rows.stream()
                                        .mapToInt(row -> Cells.width(row.get(i)))
                                        .max()
                                        .orElse(0))
                        .boxed()
                        .toList();
        StringBuilder table = new StringBuilder();
        rows.forEach(row -> append(table, row, widths, columns));
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

    private static void append(
            StringBuilder table, List<String> row, List<Integer> widths, int columns) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < LAST; i++) {
            Cells.pad(line, row.get(i), widths.get(i));
            line.append(GAP);
        }
        int indent = Cells.width(line.toString());
        int room = Math.max(MIN_LAST, columns - indent);
        String nextLine = "\n" + " ".repeat(indent);
        table.append(line)
                .append(String.join(nextLine, Cells.wrap(row.get(LAST), room)))
                .append('\n');
    }
}
