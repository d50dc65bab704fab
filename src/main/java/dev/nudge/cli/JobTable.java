package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Shows jobs as a table whose last column takes what is left of the line.
final class JobTable {
    private static final List<String> HEADER =
            List.of("JOB", "STATE", "EXIT", "NUDGE", "TIME", "COMMAND");
    private static final String GAP = "  ";
    private static final int MIN_COMMAND = 20;
    private static final int MAX_COMMAND = 200;

    private final int columns;

    /// @param columns width of the terminal
    JobTable(int columns) {
        this.columns = columns;
    }

    /// Returns the table, with line ends; a sentence if there are no jobs.
    String render(List<JobRecord> jobs) {
        if (jobs.isEmpty()) {
            return "No jobs. All that ever were: nudge ps --all\n";
        }
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        jobs.stream().map(JobTable::row).forEach(rows::add);
        int[] widths = widths(rows);
        StringBuilder table = new StringBuilder();
        rows.forEach(row -> append(table, row, widths));
        return table.toString();
    }

    private static List<String> row(JobRecord job) {
        return List.of(
                Long.toString(job.job()),
                job.waits() ? "waits" : job.state(),
                exit(job),
                job.nudge(),
                time(job.startedAt(), job.endedAt()),
                Printable.line(job.command()));
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

    private static String time(@Nullable Instant start, @Nullable Instant end) {
        if (start == null) {
            return "-";
        }
        Duration took = Duration.between(start, end == null ? Instant.now() : end);
        long seconds = Math.max(0, took.toSeconds());
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[HEADER.size() - 1];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private void append(StringBuilder table, List<String> row, int[] widths) {
        int used = 0;
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            table.append(cell).repeat(' ', widths[i] - cell.length()).append(GAP);
            used += widths[i] + GAP.length();
        }
        int room = Math.clamp(columns - used, MIN_COMMAND, MAX_COMMAND);
        table.append(Printable.shorten(row.getLast(), room)).append('\n');
    }
}
