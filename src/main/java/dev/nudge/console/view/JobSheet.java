package dev.nudge.console.view;

import dev.nudge.console.FoundJob;
import dev.nudge.console.NewsReport;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.WindowSize;
import dev.nudge.job.record.JobRecord;
import dev.nudge.job.record.QuestionRecord;
import dev.nudge.text.Printable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Everything known about one job, one item a line. What does not apply has no line.
public final class JobSheet {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final int NAMES = 18;

    private final StringBuilder sheet = new StringBuilder();
    private final DateTimeFormatter time;

    private JobSheet(ZoneId zone) {
        this.time = TIME.withZone(zone);
    }

    /// Returns the lines.
    ///
    /// @param terminal the current size of its terminal; empty if it has none any more
    /// @param reports how its news were reported
    /// @param zone the time zone of the reader
    public static String of(
            FoundJob found, Optional<WindowSize> terminal, List<NewsReport> reports, ZoneId zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.what(found.job());
        sheet.when(found.job());
        sheet.how(found.job());
        sheet.where(found, terminal);
        sheet.whoIsTold(found.job());
        reports.forEach(sheet::reported);
        return sheet.sheet.toString();
    }

    private void what(JobRecord job) {
        line("job", job.job());
        line("label", job.label());
        lines("command", job.command());
        line("directory", job.cwd());
    }

    private void when(JobRecord job) {
        line("state", job.waits() ? "waits" : job.state());
        line("pid", job.virtual() == null ? job.pid() : null);
        line("created", time(job.createdAt()));
        line("started", time(job.startedAt()));
        line("ended", time(job.endedAt()));
        line("time", job.startedAt() == null ? null : JobTime.of(job));
    }

    private void how(JobRecord job) {
        line("exit", job.endedAt() == null ? null : JobSentence.exit(job));
        line("stopped", job.stopReason());
        line("timeout", seconds(job.timeoutSeconds()));
        line("silence timeout", seconds(job.silenceTimeoutSeconds()));
        line("life span", job.lifeSpan());
    }

    private void where(FoundJob found, Optional<WindowSize> terminal) {
        line("output", found.output());
        line("output size", size(found.job().outputBytes()));
        line("binary output", Boolean.TRUE.equals(found.job().binary()) ? "yes" : null);
        long missing = found.hole().to() - found.hole().from();
        if (missing > 0) {
            line(
                    "missing output",
                    "%d bytes behind byte %d".formatted(missing, found.hole().from()));
        }
        line("terminal", terminal.map(WindowSize::toString).orElse(found.job().terminal()));
        QuestionRecord question = found.job().question();
        if (question != null) {
            String prompt = Printable.line(question.prompt());
            line(
                    question.standing() ? "waits for" : "last question",
                    prompt.isEmpty() ? question.program() : prompt);
        }
    }

    private void whoIsTold(JobRecord job) {
        line("nudge", job.nudge());
        if (!"pending".equals(job.nudge())) {
            line("nudged", time(job.nudgedAt()));
        }
        NudgeTarget target = job.target();
        if (target != null) {
            line(
                    "told is",
                    target.hasPane()
                            ? "the agent %d in pane %s, session %s"
                                    .formatted(target.agentPid(), target.paneId(), target.session())
                            : "nobody: the agent %d is not in tmux".formatted(target.agentPid()));
            line("told what", job.telling());
        }
    }

    /// Adds what an agent has been told, whose turn may be over.
    private void reported(NewsReport report) {
        if (report.how() != null) {
            String how = report.how().replace('_', ' ');
            line(report.about() + " reported", "%s, to %s".formatted(how, report.to()));
            line("at", time(report.at()));
            line("message", report.text());
        }
    }

    private void line(String name, @Nullable Object value) {
        if (value != null) {
            sheet.append(name)
                    .repeat(' ', NAMES - name.length())
                    .append(Printable.line(value.toString()))
                    .append('\n');
        }
    }

    /// Adds the text unchanged, except for what is not printable.
    private void lines(String name, String text) {
        String indent = "\n" + " ".repeat(NAMES);
        sheet.append(name)
                .repeat(' ', NAMES - name.length())
                .append(text.lines().map(Printable::verbatim).collect(Collectors.joining(indent)))
                .append('\n');
    }

    private @Nullable String time(@Nullable Instant at) {
        return at == null ? null : time.format(at);
    }

    private static @Nullable String size(@Nullable Long bytes) {
        return bytes == null || bytes < 1024
                ? bytes == null ? null : bytes + " bytes"
                : "%s (%d bytes)".formatted(ByteCount.of(bytes), bytes);
    }

    private static @Nullable String seconds(@Nullable Long seconds) {
        return seconds == null ? null : seconds + " s";
    }
}
