package dev.nudge.calls;

import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.calls.WaitingCalls.Outcome;
import dev.nudge.job.Condition.Kind;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.mcp.ToolReply;
import dev.nudge.output.JobLog.Excerpt;
import dev.nudge.output.JobLog.Part;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Bytes;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Printable;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes the tools' replies about jobs: as text for the model, and as values.
final class JobReplies {
    private static final int COMMAND = 200;
    private static final int RESULT_LINES = 200;
    private static final int RESULT = 10_000;

    private final OutputReading outputs;

    JobReplies(OutputReading outputs) {
        this.outputs = outputs;
    }

    String result(Job job) {
        return result(job, RESULT_LINES);
    }

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
                        words(age(job)),
                        attempts == 1 ? "" : ", in the last of %d attempts".formatted(attempts));
    }

    String result(Job job, int lines) {
        return head(job)
                + output(job, lines)
                        .map(output -> " Its output, " + output)
                        .orElse(" It has written nothing.");
    }

    /// Says that a job continues, with the end of its output so far.
    String goesOn(Job job) {
        return output(job, RESULT_LINES)
                .map(output -> "%nOutput of job %d so far, %s".formatted(job.number(), output))
                .orElse("");
    }

    /// Returns the last lines of the output, after the words for what they are; empty if there are
    /// none.
    private Optional<String> output(Job job, int lines) {
        try {
            Excerpt tail =
                    outputs.log(job, LineStyle.READABLE, RESULT)
                            .read(new Part.Tail(lines, job.outputStart()));
            String more =
                    tail.leftOut().isEmpty()
                            ? ""
                            : "%n[%s read_output with job %d]"
                                    .formatted(tail.leftOut(), job.number());
            String text = tail.text().stripTrailing();
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of("%s:%n%s%s".formatted(tail.what(), text, more));
        } catch (IOException e) {
            return Optional.of("which cannot be read:%n[%s]".formatted(Reasons.of(e)));
        }
    }

    /// @param reason why it waits in the queue; null if it does not
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
                .formatted(job.number(), label, task, state, why, words(age(job)), command(job));
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

    static String command(Job job) {
        return Printable.shorten(Printable.line(job.spec().command()), COMMAND);
    }

    /// Returns how a job has ended, and why nudge stopped it, if it did.
    static String end(Job job) {
        String why = job.stopReason().map(reason -> " (" + reason + ")").orElse("");
        return job.outcome() + why;
    }

    private static Duration age(Job job) {
        Instant start = job.startedAt().orElse(job.createdAt());
        Instant end = job.endedAt().orElseGet(Instant::now);
        Duration age = Duration.between(start, end);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /// Returns `7 s`, `3 min 12 s`, `2 h 5 min` or `3 d 4 h`.
    private static String words(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return "%d min %d s".formatted(seconds / 60, seconds % 60);
        }
        return seconds < 86_400
                ? "%d h %d min".formatted(seconds / 3600, seconds / 60 % 60)
                : "%d d %d h".formatted(seconds / 86_400, seconds / 3600 % 24);
    }

    /// Reports the ends of these jobs; or, if none has ended, returns the other answer.
    ToolReply of(Waited waited, ToolReply.Text otherwise) {
        return waited.ended().isEmpty() ? unfinished(otherwise, waited) : ends(waited);
    }

    /// Reports which of these jobs have ended, and which have not. `canNotify`: whether anything
    /// can be reported to the agent before it asks.
    ToolReply of(Waited waited, List<Job> jobs, boolean canNotify) {
        Set<Long> ended = waited.ended().stream().map(Job::number).collect(Collectors.toSet());
        List<Job> running = jobs.stream().filter(job -> !ended.contains(job.number())).toList();
        boolean isOver = waited.outcome() == Outcome.DONE || running.isEmpty();
        return isOver && !waited.ended().isEmpty()
                ? ends(waited)
                : unfinished(notYet(waited.ended(), running, canNotify), waited);
    }

    private static ToolReply unfinished(ToolReply.Text reply, Waited waited) {
        boolean isBackgrounded =
                waited.outcome() == Outcome.BACKGROUNDED || waited.outcome() == Outcome.DROPPED;
        Map<String, Object> values = new LinkedHashMap<>(reply.structured());
        values.put("backgrounded", isBackgrounded);
        String why = isBackgrounded ? "The user has moved this call to the background. " : "";
        return new ToolReply.Text(why + reply.text(), values, waited.receipts());
    }

    private ToolReply ends(Waited waited) {
        List<Job> ended = waited.ended();
        List<Map<String, Object>> values = ended.stream().map(JobReplies::values).toList();
        return new ToolReply.Text(
                results(ended),
                values.size() == 1 ? values.getFirst() : Map.of("jobs", values),
                waited.receipts());
    }

    private String results(List<Job> ended) {
        return ended.stream().map(this::result).collect(Collectors.joining("\n\n"));
    }

    /// Returns the numbers of jobs, and what one job does or several do; empty without jobs.
    private static String say(Stream<Job> jobs, String one, String several) {
        List<String> names = jobs.map(job -> "job " + job.number()).toList();
        return names.isEmpty()
                ? ""
                : String.join(", ", names) + (names.size() == 1 ? one : several);
    }

    private ToolReply.Text notYet(List<Job> ended, List<Job> running, boolean canNotify) {
        boolean isTold = canNotify && running.stream().allMatch(j -> j.nudge().isOpen());
        String going =
                say(
                        running.stream().filter(job -> job.condition().kind() != Kind.PAUSED),
                        " continues in the background",
                        " continue in the background");
        String paused =
                say(
                        running.stream().filter(job -> job.condition().kind() == Kind.PAUSED),
                        " is paused until it is resumed",
                        " are paused until they are resumed");
        String promise =
                Stream.of(going, paused)
                                .filter(words -> !words.isEmpty())
                                .collect(Collectors.joining("; "))
                                .replaceFirst("^job", "Job")
                        + (isTold ? ", and you will be notified of the end." : ".");
        String outputs = running.stream().map(this::goesOn).collect(Collectors.joining());
        return new ToolReply.Text(
                Stream.of(results(ended), promise + outputs)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("\n\n")),
                Map.of(
                        "jobs",
                        Stream.concat(ended.stream(), running.stream())
                                .map(JobReplies::values)
                                .toList()));
    }
}
