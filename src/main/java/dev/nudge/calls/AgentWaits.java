package dev.nudge.calls;

import dev.nudge.calls.WaitingCalls.Call;
import dev.nudge.calls.WaitingCalls.Outcome;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.mcp.Progress;
import dev.nudge.outbox.AnswerLease;
import dev.nudge.outbox.JobOutbox;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The waits of one agent's calls. An end reported by the answer is kept as answered, and is not
/// reported again once there is a receipt for the answer.
record AgentWaits(WaitingCalls calls, Jobs register, JobOutbox outbox, OutputReading outputs) {
    /// Progress is reported at most twice a second.
    private static final Duration PACE = Duration.ofMillis(500);

    /// The result of a wait, with those of the jobs that have ended, and the receipts that the
    /// answer must carry.
    record Waited(Outcome outcome, List<Job> ended, List<Receipt> receipts) {}

    /// Waits for the end of all these jobs, or of one of them.
    ///
    /// @param lease already holds the job that this call has begun, if any, since it may end as
    ///   soon as it runs
    /// @param agent the agent that asks, whose jobs are not reported in another way meanwhile;
    ///   empty if unknown
    Waited await(
            AnswerLease lease,
            List<JobEntry> jobs,
            boolean isAny,
            Duration limit,
            Optional<NudgeTarget> agent,
            Progress progress) {
        agent.ifPresent(a -> jobs.stream().filter(job -> isOf(job, a)).forEach(lease::add));
        List<String> numbers = jobs.stream().map(j -> "job " + j.job().number()).toList();
        try (Call call = calls.begin(String.join(", ", numbers), agent)) {
            outbox.updateMarks();
            Outcome outcome = outcome(call, jobs, isAny, limit, progress);
            List<Job> ended = jobs.stream().map(JobEntry::job).filter(Job::isEnded).toList();
            boolean isListening = outcome != Outcome.DROPPED && !progress.isCancelled();
            List<Receipt> receipts = lease.settle(isListening ? ended : List.of());
            call.settled();
            return new Waited(outcome, ended, receipts);
        } finally {
            outbox.updateMarks();
        }
    }

    private static boolean isOf(JobEntry job, NudgeTarget agent) {
        return job.job()
                .target()
                .filter(target -> agent.isSamePane(target) && agent.isSameAgent(target))
                .isPresent();
    }

    private Outcome outcome(
            Call call, List<JobEntry> jobs, boolean isAny, Duration limit, Progress progress) {
        List<CompletableFuture<Job>> awaited = jobs.stream().map(register::endOf).toList();
        CompletableFuture<?>[] each = awaited.toArray(CompletableFuture[]::new);
        try {
            var _ =
                    (isAny ? CompletableFuture.anyOf(each) : CompletableFuture.allOf(each))
                            .thenRun(call::done);
            LastLines lines = new LastLines(jobs, outputs, progress);
            return call.await(
                    limit,
                    PACE,
                    () -> {
                        if (progress.isCancelled()) {
                            call.drop();
                        } else {
                            lines.look();
                        }
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.DROPPED;
        } finally {
            awaited.forEach(end -> end.cancel(false));
        }
    }

    /// Reports the last line that some jobs have written, whenever there is another; of a long one,
    /// its end.
    private static final class LastLines {
        private final List<JobEntry> jobs;
        private final OutputReading outputs;
        private final Progress progress;
        private final Map<Long, Long> sizes = new HashMap<>();
        private String last = "";

        LastLines(List<JobEntry> jobs, OutputReading outputs, Progress progress) {
            this.jobs = jobs;
            this.outputs = outputs;
            this.progress = progress;
        }

        void look() {
            if (!progress.equals(Progress.NONE)) {
                jobs.forEach(this::look);
            }
        }

        private void look(JobEntry entry) {
            long number = entry.job().number();
            Long size = outputs.size(entry.job());
            if (size.equals(sizes.put(number, size))) {
                return;
            }
            String line = outputs.lastLine(entry.job());
            if (!line.isEmpty() && !line.equals(last)) {
                last = line;
                progress.lines().accept(line);
            }
        }
    }
}
