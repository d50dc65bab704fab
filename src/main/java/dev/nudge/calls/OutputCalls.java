package dev.nudge.calls;

import dev.nudge.app.Given;
import dev.nudge.app.ListJobs;
import dev.nudge.app.ReadOutput;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.jobs.JobQueue;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.mcp.Progress;
import dev.nudge.mcp.ToolReply;
import dev.nudge.output.JobLog.Excerpt;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds and lists jobs, and reads their outputs, for one agent.
final class OutputCalls {
    private static final int MOST_LISTED = 50;

    private final CallingAgent agent;
    private final Jobs jobs;
    private final JobQueue queue;
    private final OutputReading outputs;

    OutputCalls(CallingAgent agent, Jobs jobs, JobQueue queue, OutputReading outputs) {
        this.agent = agent;
        this.jobs = jobs;
        this.queue = queue;
        this.outputs = outputs;
    }

    List<Long> last() {
        return last(jobs.all().stream(), MOST_LISTED).stream().map(Job::number).toList();
    }

    /// Lists jobs: those that run, those that wait in the queue, in the order in which they are to
    /// be started, and those that have ended, the newest last.
    ToolReply list(Given given) {
        List<Job> found = jobs.all().stream().filter(ListJobs.wanted(given)).toList();
        List<Waiting> waiting = queue.waiting();
        List<Job> shown =
                new ArrayList<>(
                        last(found.stream().filter(job -> job.state().isUnderWay()), MOST_LISTED));
        found.stream()
                .filter(job -> job.state().isWaiting())
                .sorted(JobQueue.listOrder(waiting))
                .limit(MOST_LISTED - shown.size())
                .forEach(shown::add);
        shown.addAll(last(found.stream().filter(Job::isEnded), MOST_LISTED - shown.size()));
        Map<Long, WaitReason> reasons = queue.reasons(waiting);
        CallerZone zone = agent.shownZone();
        return new ToolReply.Text(
                head(found.size(), shown.size())
                        + shown.stream()
                                .map(job -> JobReplies.row(job, reasons.get(job.number()), zone))
                                .collect(Collectors.joining()),
                Map.of("jobs", shown.stream().map(JobReplies::values).toList()));
    }

    private static List<Job> last(Stream<Job> jobs, int most) {
        List<Job> all = jobs.toList();
        return all.subList(Math.max(0, all.size() - most), all.size());
    }

    private static String head(int found, int shown) {
        if (found == 0) {
            return "No such jobs.";
        }
        return found == shown
                ? ""
                : "%d of %d jobs, the running ones first; the others are left out:%n"
                        .formatted(shown, found);
    }

    private String unended(Job job) {
        return queue.waiting(job.number())
                .map(Waiting::reason)
                .map(reason -> "waits in the queue: " + reason.words(agent.shownZone()))
                .orElseGet(() -> job.condition().clause() + JobReplies.resumption(job));
    }

    ToolReply read(Given given, Progress progress) {
        Job job = jobs.require(new NamedJob(jobs.all()).of(given.require(ReadOutput.JOB))).job();
        try {
            Excerpt part = outputs.read(job, given, progress);
            String state = job.isEnded() ? "has ended: " + JobReplies.end(job) : unended(job);
            String head =
                    "Job %d (%s) %s. Its output, %s:%n"
                            .formatted(job.number(), JobReplies.command(job), state, part.what());
            String none = part.text().isEmpty() ? "[nothing]\n" : "";
            String leftOut = part.leftOut().isEmpty() ? "" : "\n[" + part.leftOut() + "]";
            return new ToolReply.Text(head + none + part.text() + leftOut, JobReplies.values(job));
        } catch (IOException e) {
            return new ToolReply.Failure(
                    "Error: the output of job %d cannot be read: %s"
                            .formatted(job.number(), Reasons.of(e)));
        }
    }

    /// Finds the one job that a model names among all, which are in the order of their numbers.
    record NamedJob(List<Job> all) {
        /// Returns the job's number; of several with a label, the newest.
        ///
        /// @throws IllegalArgumentException if there is no such job; the message lists some that
        ///   exist
        long of(JobSelector which) {
            return matches(which).getLast().number();
        }

        /// Returns the number of the job to end; of several with a label, the one that runs, or
        /// else the newest.
        ///
        /// @throws IllegalArgumentException if there is no such job, or several of them run; the
        ///   message lists them
        long toEnd(JobSelector which) {
            List<Job> matches = matches(which);
            List<Job> running = matches.stream().filter(job -> !job.isEnded()).toList();
            if (running.size() > 1) {
                throw new IllegalArgumentException(
                        "\"%s\" is the label of %d running jobs: %s; expected the number of one"
                                .formatted(which.word(), running.size(), numbers(running)));
            }
            return (running.isEmpty() ? matches : running).getLast().number();
        }

        private List<Job> matches(JobSelector which) {
            long last = all.isEmpty() ? 0 : all.getLast().number();
            List<Job> matches = all.stream().filter(job -> which.selects(job, last)).toList();
            if (matches.isEmpty()) {
                throw new IllegalArgumentException(which.unknown(all, "list_jobs"));
            }
            return matches;
        }

        private static String numbers(List<Job> jobs) {
            return jobs.stream()
                    .map(job -> Long.toString(job.number()))
                    .collect(Collectors.joining(", "));
        }
    }
}
