package dev.nudge.calls;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.job.VirtualTask;
import dev.nudge.jobs.queue.WaitReason;
import dev.nudge.output.Excerpt;
import dev.nudge.output.Part;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Bytes;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Printable;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Writes the tools' replies about jobs: as text for the model, and as values.
final class JobReplies {
    private static final int COMMAND = 200;
    private static final int RESULT_LINES = 200;
    private static final int TASK_LINES = 100;

    /// The tags in which Claude Code gives the result of a task to its model, as what nobody has
    /// said (rule R126). It does not look for them in the result: output could end them, and speak
    /// for the user.
    private static final Pattern FRAME =
            Pattern.compile(
                    "<(\\s*/?\\s*(?:system-reminder|task-notification|result)\\b)",
                    Pattern.CASE_INSENSITIVE);

    private static final int RESULT = 10_000;

    private final OutputReading outputs;

    JobReplies(OutputReading outputs) {
        this.outputs = outputs;
    }

    /// Returns how a job has ended, with the end of its output.
    String result(Job job) {
        return result(job, RESULT_LINES);
    }

    /// Returns the same as the result of a task: with fewer lines, since it is there whether it is
    /// wanted or not; of a timer, with its note.
    String taskResult(Job job) {
        return job.spec().virtual().orElse(null) instanceof VirtualTask.Timer timer
                        && job.hasSucceeded()
                ? "The timer of job %d is up: %s".formatted(job.number(), Bytes.shown(timer.note()))
                : result(job, TASK_LINES);
    }

    /// Returns a text that the client of a task may give to its model between tags of its own.
    static String unframed(String text) {
        return FRAME.matcher(text).replaceAll("‹$1");
    }

    /// Returns the values of a job for a task.
    static Map<String, Object> taskValues(Job job) {
        Map<String, Object> values = values(job);
        values.replaceAll((_, value) -> value instanceof String text ? unframed(text) : value);
        return values;
    }

    /// Returns how a job has ended, and how to read its output.
    String resultWithoutOutput(Job job) {
        return "%s To read its output: read_output with job %d.".formatted(head(job), job.number());
    }

    private static String head(Job job) {
        int attempts = job.retries() + 1;
        return "Job %d (%s) has ended: %s, after %s%s."
                .formatted(
                        job.number(),
                        command(job),
                        end(job),
                        Times.words(age(job)),
                        attempts == 1 ? "" : ", in the last of %d attempts".formatted(attempts));
    }

    private String result(Job job, int lines) {
        String head = head(job);
        Excerpt tail = tail(job, lines);
        return tail.text().isBlank()
                ? head + " It has written nothing."
                : "%s Its output, %s:%n%s%s"
                        .formatted(head, tail.what(), tail.text().stripTrailing(), more(tail, job));
    }

    /// Says that a job continues, with the end of its output so far.
    String goesOn(Job job) {
        Excerpt tail = tail(job, RESULT_LINES);
        return tail.text().isBlank()
                ? ""
                : "%nOutput of job %d so far, %s:%n%s%s"
                        .formatted(
                                job.number(),
                                tail.what(),
                                tail.text().stripTrailing(),
                                more(tail, job));
    }

    private Excerpt tail(Job job, int lines) {
        try {
            return outputs.log(job, LineStyle.READABLE, RESULT)
                    .read(new Part.Tail(lines, job.outputStart()));
        } catch (IOException e) {
            return new Excerpt("[" + Reasons.of(e) + "]", "which cannot be read", "", 0);
        }
    }

    private static String more(Excerpt part, Job job) {
        return part.leftOut().isEmpty()
                ? ""
                : "%n[%s read_output with job %d]".formatted(part.leftOut(), job.number());
    }

    /// Returns the row of a list.
    ///
    /// @param reason why it waits in the queue; null if it does not
    /// @param zone the time zone of the reader
    static String row(Job job, @Nullable WaitReason reason, CallerZone zone) {
        String state =
                job.isAsking()
                        ? "asks for input"
                        : job.isEnded() ? end(job) : job.condition().words();
        String why = reason == null ? resumption(job) : " (" + reason.words(zone) + ")";
        String label = job.spec().label().map(l -> " [" + Printable.line(l) + "]").orElse("");
        String task =
                job.spec().queueing().task().map(its -> " (task " + its.words() + ")").orElse("");
        return "%d%s%s: %s%s, %s, %s%n"
                .formatted(
                        job.number(),
                        label,
                        task,
                        state,
                        why,
                        Times.words(age(job)),
                        Printable.shorten(Printable.line(job.spec().command()), COMMAND));
    }

    /// Returns how a job that is paused can be continued; empty for any other.
    static String resumption(Job job) {
        return job.isPaused()
                ? " (by a person, who can let it continue: nudge resume %s)"
                        .formatted(
                                job.state().isPausedWithGroup()
                                        ? job.spec().queueing().group()
                                        : job.number())
                : "";
    }

    /// Returns a job as values.
    static Map<String, Object> values(Job job) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("job", job.number());
        String command = job.spec().command();
        values.put("command", Printable.shorten(Bytes.shown(command), COMMAND));
        if (Bytes.differs(command)) {
            values.put("command_base64", Bytes.base64(command));
        }
        job.spec().label().ifPresent(label -> values.put("label", label));
        values.put("state", job.state().word());
        values.put("condition", job.condition().words());
        switch (job.exitStatus().orElse(null)) {
            case ExitStatus.Exited(int code) -> values.put("exit_code", code);
            case ExitStatus.Signaled(Signal signal) -> values.put("signal", signal.name());
            case null, default -> {}
        }
        job.stopReason().ifPresent(reason -> values.put("stop_reason", reason));
        values.put("seconds", age(job).toSeconds());
        return values;
    }

    /// Returns the beginning of a job's command.
    static String command(Job job) {
        return Printable.shorten(Printable.line(job.spec().command()), COMMAND);
    }

    /// Returns how a job has ended, and why nudge stopped it, if it did.
    static String end(Job job) {
        String why = job.stopReason().map(reason -> " (" + reason + ")").orElse("");
        return job.outcome() + why;
    }

    /// Returns how long it has run, or ran.
    private static Duration age(Job job) {
        Instant start = job.startedAt().orElse(job.createdAt());
        Instant end = job.endedAt().orElseGet(Instant::now);
        Duration age = Duration.between(start, end);
        return age.isNegative() ? Duration.ZERO : age;
    }
}
