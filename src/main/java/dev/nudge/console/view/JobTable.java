package dev.nudge.console.view;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Signal;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.text.ByteCount;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Shows jobs as a table whose last column takes the rest of the line.
public final class JobTable {
    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter THIS_YEAR =
            DateTimeFormatter.ofPattern("MMM dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter EARLIER = DateTimeFormatter.ofPattern("uuuu-MM-dd");

    private static final String GAP = "  ";
    private static final int MIN_COMMAND = 16;
    private static final int MAX_COMMAND = 200;
    private static final int MAX_CELL = 30;

    /// The width to which a column may be narrowed before it is left out.
    private static final int MIN_CELL = 14;

    private static final String REASON = "REASON";
    private static final String LABEL = "LABEL";

    /// Columns to leave out, in this order, where the terminal is too narrow for them.
    private static final List<String> LEAST_WANTED =
            List.of(
                    "STARTED", "OUTPUT", "AGE", "NUDGE", "CLUSTER", "GROUP", REASON, "TIME", "TASK",
                    LABEL, "EXIT");

    private static final Set<String> TEXTS = Set.of(REASON, LABEL);

    private final int columns;
    private final boolean isColoured;
    private final CallerZone zone;

    /// @param columns width of the terminal; [Integer#MAX_VALUE] if there is none
    public JobTable(int columns, boolean isColoured, CallerZone zone) {
        this.columns = columns;
        this.isColoured = isColoured;
        this.zone = zone;
    }

    private record Column(String header, Function<JobSnapshot, String> cell) {
        static Column of(String header, Function<Job, String> cell) {
            return new Column(header, shown -> cell.apply(shown.job()));
        }
    }

    public String render(List<JobSnapshot> jobs) {
        List<Column> shown = columnsFor(jobs);
        List<Integer> widths = widths(shown, jobs);
        for (String header : LEAST_WANTED) {
            fit(header, shown, widths);
        }
        StringBuilder table = new StringBuilder();
        append(table, shown.stream().map(Column::header).toList(), "COMMAND", widths, "");
        for (JobSnapshot job : jobs) {
            List<String> cells = shown.stream().map(c -> c.cell().apply(job)).toList();
            String command = Printable.line(job.job().spec().command());
            append(table, cells, command, widths, colour(job.job()));
        }
        return table.toString();
    }

    private static List<Integer> widths(List<Column> shown, List<JobSnapshot> jobs) {
        return new ArrayList<>(
                shown.stream()
                        .map(column ->
                                jobs.stream()
                                        .map(j -> Cells.width(column.cell().apply(j)))
                                        .reduce(column.header().length(), Math::max))
                        .toList());
    }

    /// Narrows a column if the line is too long, or leaves it out if that is not enough.
    private void fit(String header, List<Column> shown, List<Integer> widths) {
        int excess = widths.stream().mapToInt(w -> w + GAP.length()).sum() + MIN_COMMAND - columns;
        int at = shown.stream().map(Column::header).toList().indexOf(header);
        if (excess <= 0 || at < 0) {
            return;
        }
        int narrowed = widths.get(at) - excess;
        if (TEXTS.contains(header) && narrowed >= MIN_CELL) {
            widths.set(at, narrowed);
        } else {
            shown.remove(at);
            widths.remove(at);
        }
    }

    private List<Column> columnsFor(List<JobSnapshot> jobs) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("JOB", job -> Long.toString(job.number())));
        if (jobs.stream().anyMatch(j -> j.job().spec().label().isPresent())) {
            columns.add(Column.of(LABEL, job -> cell(job.spec().label())));
        }
        if (jobs.stream().anyMatch(j -> task(j.job()).isPresent())) {
            columns.add(
                    Column.of(
                            "TASK",
                            job -> cell(task(job).map(t -> t.index() + " of " + t.jobs()))));
        }
        columns.add(Column.of("STATE", job -> job.condition().words()));
        columns.add(Column.of("EXIT", JobTable::exit));
        if (jobs.stream().anyMatch(j -> j.reason(zone).isPresent())) {
            columns.add(new Column(REASON, job -> cell(job.reason(zone))));
        }
        if (jobs.stream().anyMatch(j -> !group(j.job()).equals(Queueing.DEFAULT_GROUP))) {
            columns.add(Column.of("GROUP", job -> cell(Optional.of(group(job)))));
        }
        if (jobs.stream().anyMatch(j -> j.job().cluster().isPresent())) {
            columns.add(Column.of("CLUSTER", job -> cell(job.cluster().map(JobTable::cluster))));
        }
        columns.add(Column.of("NUDGE", job -> job.nudge().word()));
        columns.add(Column.of("STARTED", job -> started(job, zone)));
        columns.add(Column.of("AGE", JobTable::age));
        columns.add(Column.of("TIME", JobTable::time));
        columns.add(new Column("OUTPUT", JobTable::output));
        return columns;
    }

    private static String group(Job job) {
        return job.spec().queueing().group();
    }

    private static Optional<ArrayTask> task(Job job) {
        return job.spec().queueing().task();
    }

    private static String cluster(ClusterJob job) {
        return job.id() + job.node().map(node -> " " + node).orElse("");
    }

    /// On a terminal, shortened so that the table fits its width.
    private String cell(Optional<String> text) {
        String line = Printable.line(text.orElse("-"));
        return columns == Integer.MAX_VALUE ? line : Cells.shorten(line, MAX_CELL);
    }

    private static String output(JobSnapshot job) {
        if (job.outputBytes().isEmpty()) {
            return "-";
        }
        long bytes = job.outputBytes().getAsLong();
        return job.isBinary() ? "[" + BinaryOutput.words(bytes) + "]" : ByteCount.of(bytes);
    }

    /// Returns the exit code or the signal; none of a timer or a watch that was cancelled.
    private static String exit(Job job) {
        return switch (job.exitStatus().filter(_ -> !job.isCancelled()).orElse(null)) {
            case ExitStatus.Exited(int code) -> Integer.toString(code);
            case ExitStatus.Signaled(Signal signal) -> signal.name();
            case null, default -> "-";
        };
    }

    /// Returns the terminal sequence for the colour of a line: yellow asks, red has failed, dim is
    /// over.
    private static String colour(Job job) {
        if (job.isAsking()) {
            return "\u001b[33m";
        }
        if (!job.isEnded()) {
            return "";
        }
        return job.hasSucceeded() ? "\u001b[2m" : "\u001b[31m";
    }

    private void append(
            StringBuilder table,
            List<String> cells,
            String command,
            List<Integer> widths,
            String colour) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.size(); i++) {
            int width = widths.get(i);
            Cells.pad(line, Cells.shorten(cells.get(i), width), width);
            line.append(GAP);
        }
        int room = Math.clamp(columns - Cells.width(line.toString()), MIN_COMMAND, MAX_COMMAND);
        line.append(Cells.shorten(command, room));
        boolean isPlain = !isColoured || colour.isEmpty();
        table.append(isPlain ? line : colour + line + "\u001b[0m").append('\n');
    }

    /// Returns when it was started: `14:02:11` today, `Nov 21 14:02` this year, else the date; `-`
    /// for a job that has not been started.
    private static String started(Job job, CallerZone zone) {
        return job.startedAt().map(start -> moment(start, zone)).orElse("-");
    }

    private static String moment(Instant start, CallerZone zone) {
        LocalDateTime clock = zone.clock(start);
        LocalDate today = zone.today();
        if (clock.toLocalDate().equals(today)) {
            return TODAY.format(clock);
        }
        return (clock.getYear() == today.getYear() ? THIS_YEAR : EARLIER).format(clock);
    }

    /// Returns how long ago it was started: `12s`, `5m`, `3h`, `2d`; `-` if it has not been.
    private static String age(Job job) {
        return job.startedAt().map(start -> age(seconds(start, Instant.now()))).orElse("-");
    }

    private static String age(long seconds) {
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 86_400 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }

    /// Returns its running time as minutes and seconds, with hours if there are any: `1:23:45`; `-`
    /// for a job that has not been started.
    static String time(Job job) {
        Instant end = job.endedAt().orElseGet(Instant::now);
        return job.startedAt().map(start -> clock(seconds(start, end))).orElse("-");
    }

    private static long seconds(Instant start, Instant end) {
        return Math.max(0, Duration.between(start, end).toSeconds());
    }

    private static String clock(long seconds) {
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
