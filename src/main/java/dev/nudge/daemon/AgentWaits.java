package dev.nudge.daemon;

import dev.nudge.daemon.WaitingCalls.Call;
import dev.nudge.daemon.WaitingCalls.Outcome;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.mcp.Progress;
import dev.nudge.outbox.JobOutbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The waits of one agent's calls. An end reported by the answer is kept as answered, and is not
/// reported again once there is a receipt for the answer (see [Receipts]).
final class AgentWaits implements AutoCloseable {
    /// Progress is reported at most twice a second.
    private static final Duration PACE = Duration.ofMillis(500);

    private final WaitingCalls calls;
    private final JobEnds ends;
    private final JobOutbox outbox;
    private final Consumer<NudgeTarget> wake;
    private final OutputReading outputs;
    private final Set<Call> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean isOver;

    AgentWaits(
            WaitingCalls calls,
            JobEnds ends,
            JobOutbox outbox,
            Consumer<NudgeTarget> wake,
            OutputReading outputs) {
        this.calls = calls;
        this.ends = ends;
        this.outbox = outbox;
        this.wake = wake;
        this.outputs = outputs;
    }

    /// The result of a wait.
    ///
    /// @param ended those of the jobs that have ended
    /// @param receipts the receipts that an answer with these ends must carry
    record Waited(Outcome outcome, List<Job> ended, List<String> receipts) {}

    /// Waits for the end of all these jobs, or of one of them.
    ///
    /// @param agent the agent that asks, whose jobs are not reported in another way meanwhile;
    ///   empty if unknown
    Waited await(
            List<JobEntry> jobs,
            boolean isAny,
            Duration limit,
            Optional<NudgeTarget> agent,
            Progress progress) {
        try (Claim claim = claim()) {
            return await(claim, jobs, isAny, limit, agent, progress);
        }
    }

    /// Waits for the end of a job that was claimed before it began, since it may end as soon as it
    /// runs.
    Waited awaitFirst(
            Claim claim, JobEntry job, Duration limit, NudgeTarget agent, Progress progress) {
        return await(claim, List.of(job), false, limit, Optional.of(agent), progress);
    }

    private Waited await(
            Claim claim,
            List<JobEntry> jobs,
            boolean isAny,
            Duration limit,
            Optional<NudgeTarget> agent,
            Progress progress) {
        jobs.stream().filter(j -> isOf(j, agent)).forEach(claim::add);
        try (Call call = begin(jobs, agent)) {
            Outcome outcome = outcome(call, jobs, isAny, limit, progress);
            List<Job> ended = ended(jobs);
            boolean isListening = outcome != Outcome.DROPPED && !isOver;
            List<String> receipts = claim.settle(isListening ? ended : List.of());
            call.settled();
            return new Waited(outcome, ended, receipts);
        } finally {
            waiting.removeIf(Call::isOver);
            outbox.updateMarks();
        }
    }

    /// An end that is reported by the answer to a kill call.
    ///
    /// @param receipts the receipts that the answer must carry
    record Killed(JobKiller.Outcome outcome, List<String> receipts) {}

    /// Reports the end of a job in the answer to the call that kills it.
    Killed endOf(JobEntry job, Supplier<JobKiller.Outcome> kill) {
        try (Claim claim = claim()) {
            claim.add(job);
            JobKiller.Outcome outcome = kill.get();
            List<Job> told =
                    outcome instanceof JobKiller.Outcome.Killed(Job killed) && !isOver
                            ? List.of(killed)
                            : List.of();
            return new Killed(outcome, claim.settle(told));
        }
    }

    /// Creates a claim, to which jobs are added later.
    Claim claim() {
        return new Claim();
    }

    /// Jobs whose ends are kept for an answer until the answer is known.
    final class Claim implements AutoCloseable {
        private final Set<JobEntry> jobs = new LinkedHashSet<>();

        private Claim() {}

        /// Returns the action for a job before it begins: it claims the job if its end is waited
        /// for.
        ///
        /// @param patience how long its end is waited for
        Consumer<JobEntry> whenMade(Optional<Duration> patience) {
            return patience.isPresent() ? this::add : _ -> {};
        }

        /// Keeps the end of this job too.
        private void add(JobEntry job) {
            if (jobs.add(job)) {
                outbox.expectAnswer(job.job().number());
            }
        }

        /// Gives the jobs back. The ends in the answer are recorded as answered before the answer
        /// is sent.
        ///
        /// @return the receipts for what is now recorded
        private List<String> settle(List<Job> answered) {
            List<Long> told = answered.stream().map(Job::number).toList();
            List<String> receipts = new ArrayList<>();
            for (JobEntry job : jobs) {
                boolean isTold = told.contains(job.job().number());
                outbox.answered(job, isTold).ifPresent(receipts::add);
                job.job().target().ifPresent(wake);
            }
            jobs.clear();
            return receipts;
        }

        /// Gives back the jobs that no answer reports.
        @Override
        public void close() {
            settle(List.of());
        }
    }

    private static boolean isOf(JobEntry job, Optional<NudgeTarget> agent) {
        return agent.flatMap(a -> job.job().target().filter(t -> isSame(a, t))).isPresent();
    }

    private static boolean isSame(NudgeTarget one, NudgeTarget other) {
        return one.isSamePane(other) && one.isSameAgent(other);
    }

    private Outcome outcome(
            Call call, List<JobEntry> jobs, boolean isAny, Duration limit, Progress progress) {
        List<CompletableFuture<Job>> awaited = jobs.stream().map(ends::of).toList();
        try {
            var _ = all(awaited, isAny).thenRun(call::done);
            LastLines lines = new LastLines(jobs, outputs, progress);
            return call.await(
                    limit,
                    PACE,
                    () -> {
                        lines.look();
                        if (progress.isCancelled()) {
                            call.drop();
                        }
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.DROPPED;
        } finally {
            awaited.forEach(end -> end.cancel(false));
        }
    }

    private Call begin(List<JobEntry> jobs, Optional<NudgeTarget> agent) {
        List<String> numbers = jobs.stream().map(j -> "job " + j.job().number()).toList();
        Call call = calls.begin(String.join(", ", numbers), agent);
        outbox.updateMarks();
        waiting.add(call);
        if (isOver) {
            call.drop();
        }
        return call;
    }

    private static CompletableFuture<?> all(List<CompletableFuture<Job>> ends, boolean isAny) {
        CompletableFuture<?>[] each = ends.toArray(CompletableFuture[]::new);
        return isAny ? CompletableFuture.anyOf(each) : CompletableFuture.allOf(each);
    }

    private static List<Job> ended(List<JobEntry> jobs) {
        return jobs.stream().map(JobEntry::job).filter(Job::isEnded).toList();
    }

    /// Ends all waits: the agent has ended.
    @Override
    public void close() {
        isOver = true;
        waiting.forEach(Call::drop);
    }
}
