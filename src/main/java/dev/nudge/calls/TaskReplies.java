package dev.nudge.calls;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.jobs.JobQueue;
import dev.nudge.mcp.ToolReply;
import dev.nudge.outbox.JobOutbox.TaskEnd;
import dev.nudge.text.Bytes;
import dev.nudge.text.Printable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes what the client of a task gets of its jobs: what they do, and in the end the result. Such
/// a client may give it to its model between tags of its own.
final class TaskReplies {
    private static final int LINES = 100;

    /// What is said of a job that works is made anew at most that often, if that takes some work.
    private static final Duration PACE = Duration.ofSeconds(2);

    /// The tags in which Claude Code gives the result of a task to its model, as what nobody has
    /// said (rule R126). It does not look for them in the result: output could end them, and speak
    /// for the user.
    private static final Pattern FRAME =
            Pattern.compile(
                    "<(\\s*/?\\s*(?:system-reminder|task-notification|result)\\b)",
                    Pattern.CASE_INSENSITIVE);

    private final CallingAgent agent;
    private final JobQueue queue;
    private final OutputReading outputs;
    private final JobReplies replies;
    private final Map<Long, Said> said = new ConcurrentHashMap<>();

    TaskReplies(CallingAgent agent, JobQueue queue, OutputReading outputs, JobReplies replies) {
        this.agent = agent;
        this.queue = queue;
        this.outputs = outputs;
        this.replies = replies;
    }

    /// What was said of a job, whose output had this size then.
    private record Said(String words, long size, long atNanos) {}

    void forget(Predicate<Long> isMeant) {
        said.keySet().removeIf(isMeant);
    }

    /// Returns the result of a task for these jobs, of which these have ended.
    ///
    /// @param isDone whether it has come; if not, the time of the task is up
    ToolReply result(List<TaskEnd> ends, List<Job> jobs, boolean isDone) {
        String ended =
                unframed(ends.stream().map(this::result).collect(Collectors.joining("\n\n")));
        List<Receipt> receipts =
                ends.stream()
                        .filter(end -> end.share() == TaskEnd.Share.RESULT)
                        .map(TaskEnd::receipt)
                        .filter(receipt -> !receipt.text().isEmpty())
                        .toList();
        if (jobs.size() == 1 && isDone) {
            Job job = jobs.getFirst();
            @Nullable ExitStatus exit = job.exitStatus().orElse(null);
            return exit instanceof ExitStatus.NotStarted || exit instanceof ExitStatus.Skipped
                    ? new ToolReply.Failure(ended, receipts)
                    : new ToolReply.Text(ended, values(job), receipts);
        }
        Map<String, Object> values =
                Map.of("jobs", jobs.stream().map(TaskReplies::values).toList());
        String others =
                jobs.stream()
                        .filter(job -> !job.isEnded())
                        .map(job ->
                                "Job %d continues in the background.%s"
                                        .formatted(job.number(), replies.goesOn(job)))
                        .collect(Collectors.joining("\n\n"));
        String text = isDone ? ended : (ended + "\n\n" + unframed(others)).strip();
        return new ToolReply.Text(text, values, receipts);
    }

    private String result(TaskEnd end) {
        Job job = end.job();
        return switch (end.share()) {
            case REPORTED ->
                    "Job %d has ended: %s. Its result was reported before."
                            .formatted(job.number(), JobReplies.end(job));
            case RESULT, NOT_YET ->
                    job.spec().telling() == Telling.NOTIFY
                            ? replies.resultWithoutOutput(job)
                            : result(job);
        };
    }

    /// Has fewer lines than another result, since it is there whether it is wanted or not.
    private String result(Job job) {
        return job.spec().virtual().orElse(null) instanceof VirtualTask.Timer timer
                        && job.hasSucceeded()
                ? "The timer of job %d is up: %s".formatted(job.number(), Bytes.shown(timer.note()))
                : replies.result(job, LINES);
    }

    /// Returns a text that the client of a task may give to its model between tags of its own.
    private static String unframed(String text) {
        return FRAME.matcher(text).replaceAll("‹$1");
    }

    private static Map<String, Object> values(Job job) {
        Map<String, Object> values = JobReplies.values(job);
        values.replaceAll((_, value) -> value instanceof String text ? unframed(text) : value);
        return values;
    }

    /// Says what a job does, as a list of jobs does: its place in the queue, its question, or the
    /// last line that it has written.
    String words(Job job) {
        String now = now(job);
        return "job %d: %s"
                .formatted(job.number(), unframed(now.isEmpty() ? job.condition().words() : now));
    }

    private String now(Job job) {
        if (job.isQueued()) {
            return said(job, 0, PACE, this::place);
        }
        if (job.isAsking()) {
            Question question = job.question().orElseThrow();
            return "asks: "
                    + Printable.line(question.prompt().strip())
                    + (question.isMasked()
                            ? " (a password: nudge attach " + job.number() + ")"
                            : "");
        }
        if (job.state().isRunning()) {
            return said(job, outputs.size(job), Duration.ZERO, outputs::lastLine);
        }
        return job.isEnded() ? JobReplies.end(job) : "";
    }

    private String place(Job job) {
        return queue.waiting(job.number())
                .map(waiting ->
                        "waits in the queue: %s (group %s, place %d)"
                                .formatted(
                                        waiting.reason().words(agent.shownZone()),
                                        job.spec().queueing().group(),
                                        waiting.place()))
                .orElse("");
    }

    private String said(Job job, long size, Duration pace, Function<Job, String> words) {
        long now = System.nanoTime();
        Said before = said.get(job.number());
        if (before != null
                && before.size() == size
                && (pace.isZero() || now - before.atNanos() < pace.toNanos())) {
            return before.words();
        }
        String next = words.apply(job);
        said.put(job.number(), new Said(next, size, now));
        return next;
    }
}
