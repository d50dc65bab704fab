package dev.nudge.daemon;

import dev.nudge.daemon.WaitingCalls.Call;
import dev.nudge.daemon.WaitingCalls.Outcome;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.mcp.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The waits of one agent's calls. An end that the answer tells is not told again; one that nobody
/// hears, because the agent has gone or has dropped the call, is told as if nobody had waited.
final class AgentWaits implements AutoCloseable {
    /// Progress is reported twice a second at most.
    private static final Duration PACE = Duration.ofMillis(500);

    private final WaitingCalls calls;
    private final JobEnds ends;
    private final JobOutbox outbox;
    private final Predicate<NudgeTarget> isIdle;
    private final Consumer<NudgeTarget> wake;
    private final OutputReading outputs;
    private final Set<Call> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean isOver;

    /// @param isIdle whether an agent shows that it waits for no call
    AgentWaits(
            WaitingCalls calls,
            JobEnds ends,
            JobOutbox outbox,
            Predicate<NudgeTarget> isIdle,
            Consumer<NudgeTarget> wake,
            OutputReading outputs) {
        this.calls = calls;
        this.ends = ends;
        this.outbox = outbox;
        this.isIdle = isIdle;
        this.wake = wake;
        this.outputs = outputs;
    }

    /// What a wait came to.
    ///
    /// @param ended those of the jobs that have ended
    record Waited(Outcome outcome, List<Job> ended) {}

    /// Waits for the end of the jobs, or of one of them.
    ///
    /// @param agent who asks; empty if that is not known
    Waited await(
            List<JobEntry> jobs,
            boolean isAny,
            Duration limit,
            Optional<NudgeTarget> agent,
            Progress progress) {
        List<JobEntry> ours = jobs.stream().filter(j -> isOf(j, agent)).toList();
        ours.forEach(j -> outbox.expectAnswer(j.job().number()));
        List<Job> told = List.of();
        try {
            Waited waited = waited(jobs, isAny, limit, agent, progress);
            told = isHeard(agent) ? waited.ended() : List.of();
            return waited;
        } finally {
            for (JobEntry job : ours) {
                long number = job.job().number();
                outbox.answered(job, told.stream().anyMatch(t -> t.number() == number));
                job.job().target().ifPresent(wake);
            }
        }
    }

    private static boolean isOf(JobEntry job, Optional<NudgeTarget> agent) {
        return agent.isPresent() && job.job().target().equals(agent);
    }

    private Waited waited(
            List<JobEntry> jobs,
            boolean isAny,
            Duration limit,
            Optional<NudgeTarget> agent,
            Progress progress) {
        List<CompletableFuture<Job>> awaited = jobs.stream().map(ends::of).toList();
        try (Call call = begin(jobs, agent)) {
            var _ = all(awaited, isAny).thenRun(call::done);
            LastLines lines = new LastLines(jobs, outputs, progress);
            return new Waited(call.await(limit, PACE, lines::look), ended(jobs));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Waited(Outcome.BACKGROUNDED, ended(jobs));
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
            call.background();
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

    /// An agent that shows an idle prompt has dropped the call: it tells its servers nothing of
    /// that (rule G25).
    private boolean isHeard(Optional<NudgeTarget> agent) {
        return !isOver && agent.filter(isIdle).isEmpty();
    }

    /// The agent has gone.
    @Override
    public void close() {
        isOver = true;
        waiting.forEach(Call::background);
    }
}
