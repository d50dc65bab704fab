package dev.nudge.console.view;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.NewsReport;
import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobState.Attempt;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.News;
import dev.nudge.job.News.FoundLines;
import dev.nudge.job.Question;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Queueing.Retry;
import dev.nudge.job.WindowSize;
import dev.nudge.job.Words;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.text.ByteCount;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Counted;
import dev.nudge.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Everything known about one job, one item a line. What does not apply has no line.
public final class JobSheet {
    private static final int NAMES = 18;

    private final StringBuilder sheet = new StringBuilder();
    private final CallerZone zone;

    private JobSheet(CallerZone zone) {
        this.zone = zone;
    }

    /// @param terminal the current size of its terminal; empty if it has none any more
    public static String of(
            FoundJob found,
            Optional<WindowSize> terminal,
            List<NewsReport> reports,
            CallerZone zone) {
        JobSheet sheet = new JobSheet(zone);
        sheet.what(found.job());
        sheet.when(found);
        sheet.queue(found);
        sheet.how(found.job());
        sheet.where(found, terminal);
        sheet.whoIsTold(found.job());
        reports.forEach(sheet::reported);
        return sheet.sheet.toString();
    }

    private void what(Job job) {
        line("job", job.number());
        line("label", job.spec().label());
        lines("command", job.spec().command());
        line("directory", job.spec().cwd());
    }

    private void when(FoundJob found) {
        Job job = found.job();
        line("state", job.condition().words());
        line("reason", found.snapshot().reason(zone));
        job.state().launched().ifPresent(start -> start.pid().ifPresent(pid -> line("pid", pid)));
        line("cluster", job.cluster().map(JobSheet::cluster));
        line("created", time(job.createdAt()));
        line("started", job.startedAt().map(this::time));
        line(
                "paused",
                job.state()
                        .paused()
                        .map(pause ->
                                time(pause.at())
                                        + pausedWords(pause.isToContinue(), pause.isWithGroup())));
        line("ended", job.endedAt().map(this::time));
        line("time", job.startedAt().map(_ -> JobTable.time(job)));
    }

    private static String pausedWords(boolean isToContinue, boolean isWithGroup) {
        return isToContinue
                ? ", to continue once its cluster can be reached"
                : isWithGroup ? ", with its group" : "";
    }

    private static String cluster(ClusterJob job) {
        String node = job.node().map(name -> " on " + name).orElse("");
        String restarts =
                job.restarts() == 0 ? "" : ", started again " + Counted.of(job.restarts(), "time");
        return job.engine() + " job " + job.id() + node + restarts;
    }

    private void queue(FoundJob found) {
        Queueing queueing = found.job().spec().queueing();
        if (!queueing.equals(Queueing.NONE)) {
            line("group", queueing.group());
        }
        line("task", queueing.task().map(JobSheet::task));
        line("priority", Optional.of(queueing.priority()).filter(number -> number != 0));
        line("place", queueing.place().map(number -> "that of job " + number));
        line("after", numbers(queueing, true));
        line("after any", numbers(queueing, false));
        line("not before", queueing.notBefore().map(this::time));
        line("exclusive", queueing.exclusive());
        line("retry", queueing.retry().map(JobSheet::retry));
        attempts(found);
    }

    private static String task(ArrayTask task) {
        return task.words() + task.parallel().map(", %d at once"::formatted).orElse("");
    }

    private static String retry(Retry retry) {
        String pause = retry.delay().isZero() ? "" : ", after " + seconds(retry.delay());
        String times = retry.times() == 1 ? "once" : "up to %d times".formatted(retry.times());
        String reboot = retry.isAfterReboot() ? "after a reboot" : "";
        return retry.times() == 0
                ? reboot
                : times + pause + (reboot.isEmpty() ? "" : ", and " + reboot);
    }

    /// Adds all attempts if there were several, with the one that the job's own state is about.
    private void attempts(FoundJob found) {
        Job job = found.job();
        if (job.attempts().isEmpty()) {
            return;
        }
        List<Attempt> over = new ArrayList<>(job.attempts());
        long written = found.snapshot().outputBytes().orElse(job.outputStart());
        job.state().ended().ifPresent(end -> over.add(new Attempt(end, written, false)));
        long from = 0;
        for (int i = 0; i < over.size(); i++) {
            line("attempt " + (i + 1), attempt(over.get(i), from));
            from = over.get(i).outputEnd();
        }
        if (job.state().isUnderWay()) {
            line("attempt " + (over.size() + 1), job.condition().words());
        }
    }

    private String attempt(Attempt attempt, long from) {
        Optional<Instant> begin = attempt.end().launch().map(Launch::at);
        return "%s, %s%s, %s of output%s"
                .formatted(
                        attempt.end().status().words(),
                        begin.map(at -> time(at) + " to ").orElse("at "),
                        time(attempt.end().at()),
                        size(Math.max(0, attempt.outputEnd() - from)),
                        attempt.isRun() ? "; then restarted in place" : "");
    }

    private static Optional<String> numbers(Queueing queueing, boolean mustSucceed) {
        return queueing.after().stream()
                .filter(before -> before.mustSucceed() == mustSucceed)
                .map(before -> Long.toString(before.job()))
                .reduce((some, next) -> some + ", " + next);
    }

    private void how(Job job) {
        line("exit", job.exitStatus().flatMap(status -> exit(job, status)));
        JobLimits limits = job.spec().limits();
        line("timeout", limits.timeout().map(JobSheet::seconds));
        line("silence timeout", limits.silenceTimeout().map(JobSheet::seconds));
        line("life span", Words.of(limits.lifeSpan()));
        bounds(limits.bounds());
    }

    private static Optional<String> exit(Job job, ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited(int code) -> Optional.of(Integer.toString(code));
            case ExitStatus.Signaled _ -> Optional.of(job.outcome());
            default -> Optional.empty();
        };
    }

    private void bounds(Bounds bounds) {
        Bounds.Ways by = bounds.ways();
        bounds.memory().ifPresent(bytes -> line("memory", ByteCount.of(bytes) + way(by.memory())));
        bounds.cpus().ifPresent(cpus -> line("cpus", number(cpus) + way(by.cpus())));
        bounds.nice().ifPresent(nice -> line("nice", nice + way(by.nice())));
    }

    private static String way(Optional<BoundWay> way) {
        return way.map(by -> ", by %s: %s".formatted(Words.of(by), by.meaning())).orElse("");
    }

    private static String number(double value) {
        return Double.toString(value).replaceFirst("\\.0$", "");
    }

    private void where(FoundJob found, Optional<WindowSize> terminal) {
        line("output", found.output());
        found.snapshot().outputBytes().ifPresent(bytes -> line("output size", size(bytes)));
        if (found.snapshot().isBinary()) {
            line("binary output", "yes");
        }
        long missing = found.hole().to() - found.hole().from();
        if (missing > 0) {
            line(
                    "missing output",
                    Counted.of(missing, "byte") + " after byte " + found.hole().from());
        }
        line("terminal", terminal.or(() -> found.job().spec().terminal()));
        found.job().interim().ifPresent(this::interim);
    }

    private void interim(News.Interim news) {
        switch (news) {
            case News.Asks(Question asked, _, boolean isStanding, _) ->
                    line(isStanding ? "asks" : "last question", asked.prompt(), asked.program());
            case News.Found(FoundLines lines, _, _, _) ->
                    line("found", lines.text(), lines.count());
        }
    }

    private void whoIsTold(Job job) {
        line("nudge", job.nudge().word());
        if (!(job.nudge() instanceof NudgeState.Typing)) {
            line("nudged", job.nudge().changedAt().map(this::time));
        }
        line("agent", job.target().map(NudgeTarget::words));
        line("notify", job.target().map(_ -> Words.of(job.spec().telling())));
    }

    /// Adds what an agent has been told, whose turn may be over.
    private void reported(NewsReport report) {
        if (report.how() != null) {
            String how = report.how().replace('_', ' ');
            line(report.about() + " reported", "%s, to %s".formatted(how, report.to()));
            line("at", Optional.ofNullable(report.at()).map(this::time));
            line("message", Optional.ofNullable(report.text()));
        }
    }

    private void line(String name, Optional<?> value) {
        value.ifPresent(present -> line(name, present));
    }

    private void line(String name, Object value) {
        Cells.pad(sheet, name, NAMES);
        sheet.append(Printable.line(value.toString())).append('\n');
    }

    /// Adds a text, or something else if nothing of it can be seen.
    private void line(String name, String text, Object otherwise) {
        line(name, Printable.line(text).isEmpty() ? otherwise : text);
    }

    /// Adds the text unchanged, except for what is not printable.
    private void lines(String name, String text) {
        String indent = "\n" + " ".repeat(NAMES);
        Cells.pad(sheet, name, NAMES);
        sheet.append(text.lines().map(Printable::verbatim).collect(Collectors.joining(indent)))
                .append('\n');
    }

    private String time(Instant moment) {
        return zone.dayAndTime(moment);
    }

    private static String size(long bytes) {
        return bytes < 1024
                ? ByteCount.of(bytes)
                : "%s (%d bytes)".formatted(ByteCount.of(bytes), bytes);
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + " s";
    }
}
