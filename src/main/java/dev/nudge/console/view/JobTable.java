package dev.nudge.console.view;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Queueing;
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
import java.util.function.Predicate;

/// Shows jobs as a table whose last column takes the rest of the line.
///
/// @param columns width of the terminal; [Integer#MAX_VALUE] if there is none
public record JobTable(int columns, boolean isColoured, CallerZone zone) {
    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter THIS_YEAR =
            DateTimeFormatter.ofPattern("MMM dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter EARLIER = DateTimeFormatter.ofPattern("uuuu-MM-dd");

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

    /// @param isTelling whether its cell of a job says something: if none does, it is left out
    private record Column(
            String header, Predicate<JobSnapshot> isTelling, Function<JobSnapshot, String> cell) {
        static Column of(String header, Function<Job, String> cell) {
            return new Column(header, _ -> true, shown -> cell.apply(shown.job()));
        }
    }

    public String render(List<JobSnapshot> jobs) {
        List<Column> shown =
                new ArrayList<>(
                        all().stream().filter(c -> jobs.stream().anyMatch(c.isTelling())).toList());
        List<Integer> widths = new ArrayList<>(Cells.widths(rows(shown, jobs)));
        for (String header : LEAST_WANTED) {
            fit(header, shown, widths);
        }
        List<List<String>> rows = rows(shown, jobs);
        StringBuilder table = new StringBuilder();
        append(table, Cells.line(rows.getFirst(), widths), "COMMAND", "");
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i).job();
            String command = Printable.line(job.spec().command());
            append(table, Cells.line(rows.get(i + 1), widths), command, colour(job));
        }
        return table.toString();
    }

    private static List<List<String>> rows(List<Column> shown, List<JobSnapshot> jobs) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(shown.stream().map(Column::header).toList());
        jobs.forEach(job -> rows.add(shown.stream().map(c -> c.cell().apply(job)).toList()));
        return rows;
    }

    /// Narrows a column if the line is too long, or leaves it out if that is not enough.
    private void fit(String header, List<Column> shown, List<Integer> widths) {
        int excess =
                widths.stream().mapToInt(w -> w + Cells.GAP.length()).sum() + MIN_COMMAND - columns;
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

    private List<Column> all() {
        return List.of(
                Column.of("JOB", job -> Long.toString(job.number())),
                text(LABEL, shown -> shown.job().spec().label()),
                text(
                        "TASK",
                        shown -> queueing(shown).task().map(t -> t.index() + " of " + t.jobs())),
                Column.of("STATE", job -> job.condition().words()),
                Column.of("EXIT", JobTable::exit),
                text(REASON, shown -> shown.reason(zone)),
                new Column(
                        "GROUP",
                        shown -> !queueing(shown).group().equals(Queueing.DEFAULT_GROUP),
                        shown -> cell(Optional.of(queueing(shown).group()))),
                text("CLUSTER", shown -> shown.job().cluster().map(JobTable::cluster)),
                Column.of("NUDGE", job -> job.nudge().word()),
                Column.of("STARTED", job -> started(job, zone)),
                Column.of("AGE", JobTable::age),
                Column.of("TIME", JobTable::time),
                new Column("OUTPUT", _ -> true, JobTable::output));
    }

    private Column text(String header, Function<JobSnapshot, Optional<String>> text) {
        return new Column(header, job -> text.apply(job).isPresent(), job -> cell(text.apply(job)));
    }

    private static Queueing queueing(JobSnapshot shown) {
        return shown.job().spec().queueing();
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

    private void append(StringBuilder table, String cells, String command, String colour) {
        int room = Math.clamp(columns - Cells.width(cells), MIN_COMMAND, MAX_COMMAND);
        String line = cells + Cells.shorten(command, room);
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
        DateTimeFormatter of = clock.getYear() == today.getYear() ? THIS_YEAR : EARLIER;
        return (clock.toLocalDate().equals(today) ? TODAY : of).format(clock);
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
