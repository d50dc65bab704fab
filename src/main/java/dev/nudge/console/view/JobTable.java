package dev.nudge.console.view;

import dev.nudge.console.ExitCodes;
import dev.nudge.job.record.JobRecord;
import dev.nudge.output.BinaryOutput;
import dev.nudge.text.Printable;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// Shows jobs as a table whose last column takes the rest of the line.
public final class JobTable {
    private static final String GAP = "  ";
    private static final int MIN_COMMAND = 16;
    private static final int MAX_COMMAND = 200;
    private static final int MAX_CELL = 30;

    /// Columns to leave out, in this order, where the terminal is too narrow for them.
    private static final List<String> LEAST_WANTED =
            List.of("STARTED", "OUTPUT", "STOPPED", "AGE", "NUDGE", "TIME", "LABEL", "EXIT");

    private final int columns;
    private final boolean isColoured;
    private final ZoneId zone;

    /// @param columns width of the terminal
    /// @param isColoured whether to send colours to the terminal
    /// @param zone the time zone of the reader
    public JobTable(int columns, boolean isColoured, ZoneId zone) {
        this.columns = columns;
        this.isColoured = isColoured;
        this.zone = zone;
    }

    /// One column.
    private record Column(String header, Function<JobRecord, String> cell) {}

    /// Returns the table, with line ends.
    public String render(List<JobRecord> jobs) {
        List<Column> shown = columnsFor(jobs);
        int[] widths = widths(shown, jobs);
        for (String header : LEAST_WANTED) {
            if (Arrays.stream(widths).map(w -> w + GAP.length()).sum() + MIN_COMMAND > columns) {
                shown.removeIf(c -> c.header().equals(header));
                widths = widths(shown, jobs);
            }
        }
        StringBuilder table = new StringBuilder();
        append(table, shown.stream().map(Column::header).toList(), "COMMAND", widths, "");
        for (JobRecord job : jobs) {
            List<String> cells = shown.stream().map(c -> c.cell().apply(job)).toList();
            append(table, cells, Printable.line(job.command()), widths, colour(job));
        }
        return table.toString();
    }

    private static int[] widths(List<Column> shown, List<JobRecord> jobs) {
        return shown.stream()
                .mapToInt(column ->
                        jobs.stream()
                                .mapToInt(j -> Cells.width(column.cell().apply(j)))
                                .reduce(column.header().length(), Math::max))
                .toArray();
    }

    private List<Column> columnsFor(List<JobRecord> jobs) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("JOB", job -> Long.toString(job.job())));
        if (jobs.stream().anyMatch(j -> j.label() != null)) {
            columns.add(
                    new Column("LABEL", job -> cell(Objects.requireNonNullElse(job.label(), "-"))));
        }
        columns.add(new Column("STATE", job -> job.waits() ? "waits" : job.state()));
        columns.add(new Column("EXIT", JobTable::exit));
        if (jobs.stream().anyMatch(j -> j.stopReason() != null)) {
            columns.add(
                    new Column(
                            "STOPPED",
                            job -> cell(Objects.requireNonNullElse(job.stopReason(), "-"))));
        }
        columns.add(new Column("NUDGE", JobRecord::nudge));
        columns.add(new Column("STARTED", job -> JobTime.started(job, zone)));
        columns.add(new Column("AGE", JobTime::age));
        columns.add(new Column("TIME", JobTime::of));
        columns.add(new Column("OUTPUT", JobTable::output));
        return columns;
    }

    private static String cell(String text) {
        return Cells.shorten(Printable.line(text), MAX_CELL);
    }

    private static String output(JobRecord job) {
        Long bytes = job.outputBytes();
        return bytes != null && Boolean.TRUE.equals(job.binary())
                ? "[" + BinaryOutput.words(bytes) + "]"
                : ByteCount.of(bytes);
    }

    private static String exit(JobRecord job) {
        if (job.exitCode() != null) {
            return job.exitCode().toString();
        }
        if (job.signal() != null) {
            return job.signal();
        }
        if (job.notStarted() != null) {
            return "not started";
        }
        return job.lost() != null ? "lost" : "-";
    }

    /// Returns the terminal sequence for the colour of a line: yellow waits for somebody, red has
    /// failed, dim is over.
    private static String colour(JobRecord job) {
        if (job.waits()) {
            return "\u001b[33m";
        }
        if (job.endedAt() == null) {
            return "";
        }
        return ExitCodes.of(job) == ExitCodes.OK ? "\u001b[2m" : "\u001b[31m";
    }

    private void append(
            StringBuilder table, List<String> cells, String command, int[] widths, String colour) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Cells.pad(line, cells.get(i), widths[i]);
            line.append(GAP);
        }
        int room = Math.clamp(columns - Cells.width(line.toString()), MIN_COMMAND, MAX_COMMAND);
        line.append(Cells.shorten(command, room));
        boolean isPlain = !isColoured || colour.isEmpty();
        table.append(isPlain ? line : colour + line + "\u001b[0m").append('\n');
    }
}
