package dev.nudge.daemon;

import dev.nudge.daemon.WaitingCalls.Call;
import dev.nudge.daemon.WaitingCalls.Outcome;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.mcp.Progress;
import dev.nudge.mcp.Receipts;
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

/// The waits of one agent's calls. An end that the answer tells is not told again; one that nobody
/// hears, because the agent has gone or has dropped the call, is told as if nobody had waited.
final class AgentWaits implements AutoCloseable {
    /// Progress is reported twice a second at most.
    private static final Duration PACE = Duration.ofMillis(500);

    /// Nobody drops a call to kill so soon.
    private static final Duration YOUNG = Duration.ofSeconds(2);

    private final WaitingCalls calls;
    private final HeardAnswers answers;
    private final JobEnds ends;
    private final JobOutbox outbox;
    private final Attention attention;
    private final Consumer<NudgeTarget> wake;
    private final OutputReading outputs;
    private final Set<Call> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean isOver;

    AgentWaits(
            WaitingCalls calls,
            HeardAnswers answers,
            JobEnds ends,
            JobOutbox outbox,
            Attention attention,
            Consumer<NudgeTarget> wake,
            OutputReading outputs) {
        this.calls = calls;
        this.answers = answers;
        this.ends = ends;
        this.outbox = outbox;
        this.attention = attention;
        this.wake = wake;
        this.outputs = outputs;
    }

    /// What a wait came to.
    ///
    /// @param ended those of the jobs that have ended
    record Waited(Outcome outcome, List<Job> ended) {}

    /// Waits for the end of the jobs, or of one of them.
    ///
    /// @param agent who asks, and whose jobs are not told otherwise meanwhile; empty if that is not
    ///   known
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

    /// Waits for the end of a job whose end has been claimed before it began: it may be over as
    /// soon as it runs.
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
        try {
            Waited waited = waited(jobs, isAny, limit, agent, progress, claim);
            claim.isHeard = waited.outcome() != Outcome.DROPPED && isHeard(agent, claim.age());
            claim.decided(agent);
            claim.told = waited.ended().stream().map(Job::number).toList();
            return waited;
        } finally {
            claim.settleOnceAnswered();
        }
    }

    /// Tells the end of a job by the answer to the call that kills it.
    JobKiller.Outcome endOf(JobEntry job, NudgeTarget agent, Supplier<JobKiller.Outcome> kill) {
        Claim claim = claim();
        claim.add(job);
        try {
            JobKiller.Outcome outcome = kill.get();
            Duration age = claim.age();
            claim.isHeard = age.compareTo(YOUNG) < 0 || isHeard(Optional.of(agent), age);
            claim.decided(Optional.of(agent));
            claim.told =
                    outcome instanceof JobKiller.Outcome.Killed(Job killed)
                            ? List.of(killed.number())
                            : List.of();
            return outcome;
        } finally {
            claim.settleOnceAnswered();
        }
    }

    /// Makes a claim, to which jobs are to be added.
    Claim claim() {
        return new Claim();
    }

    /// Jobs whose ends are kept for an answer until it has been written.
    final class Claim implements AutoCloseable {
        private final Set<JobEntry> jobs = new LinkedHashSet<>();
        private boolean isAwaited;
        private List<Long> told = List.of();
        private boolean isHeard;

        private Optional<NudgeTarget> caller = Optional.empty();
        private final long called = answers.now();
        private long decided;
        private Optional<Call> call = Optional.empty();
        private final long since = System.nanoTime();

        private Claim() {}

        /// Returns what is to be told of a job before it begins, if its end is waited for.
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

        private Duration age() {
            return Duration.ofNanos(System.nanoTime() - since);
        }

        /// The answer is known, and nobody can have heard it yet.
        private void decided(Optional<NudgeTarget> agent) {
            caller = agent;
            decided = answers.now();
        }

        private void settleOnceAnswered() {
            isAwaited = true;
            Receipts.await(this::settle);
        }

        /// Gives the jobs back, unless a wait for them has been answered or is to be.
        @Override
        public void close() {
            if (!isAwaited) {
                settle(false);
            }
        }

        private void settle(boolean isWritten) {
            List<Long> recorded = record(isWritten && isHeard && !isOver);
            caller.stream()
                    .flatMap(a -> answers.answered(a, called, decided, recorded).stream())
                    .map(NoteKey::ofEnd)
                    .forEach(outbox::reopen);
            jobs.forEach(job -> job.job().target().ifPresent(wake));
            call.ifPresent(Call::settled);
        }

        /// @return the jobs whose ends are told by the answer and nothing else
        private List<Long> record(boolean isAnswered) {
            List<Long> recorded = new ArrayList<>();
            for (JobEntry job : jobs) {
                long number = job.job().number();
                if (outbox.answered(job, isAnswered && told.contains(number))) {
                    recorded.add(number);
                }
            }
            return recorded;
        }
    }

    private static boolean isOf(JobEntry job, Optional<NudgeTarget> agent) {
        return agent.flatMap(a -> job.job().target().filter(t -> isSame(a, t))).isPresent();
    }

    private static boolean isSame(NudgeTarget one, NudgeTarget other) {
        return one.isSamePane(other) && one.isSameAgent(other);
    }

    private Waited waited(
            List<JobEntry> jobs,
            boolean isAny,
            Duration limit,
            Optional<NudgeTarget> agent,
            Progress progress,
            Claim claim) {
        List<CompletableFuture<Job>> awaited = jobs.stream().map(ends::of).toList();
        try (Call call = begin(jobs, agent)) {
            claim.call = Optional.of(call);
            var _ = all(awaited, isAny).thenRun(call::done);
            LastLines lines = new LastLines(jobs, outputs, progress);
            DropWatch drop = new DropWatch(call, agent, attention);
            Outcome outcome =
                    call.await(
                            limit,
                            PACE,
                            () -> {
                                lines.look();
                                drop.look();
                            });
            return new Waited(outcome, ended(jobs));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Waited(Outcome.DROPPED, ended(jobs));
        } finally {
            waiting.removeIf(Call::isOver);
            awaited.forEach(end -> end.cancel(false));
            outbox.updateMarks();
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

    private boolean isHeard(Optional<NudgeTarget> agent, Duration age) {
        return !isOver && agent.filter(a -> attention.isAtWork(a, age)).isPresent();
    }

    /// The agent has gone.
    @Override
    public void close() {
        isOver = true;
        waiting.forEach(Call::drop);
    }
}
