package dev.nudge.jobs;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.Engines;
import dev.nudge.engine.Polling;
import dev.nudge.engine.local.JobProcesses;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.text.Printable;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Kills jobs, for a reason that their records keep, by the kill hooks of their executions
/// ([dev.nudge.engine.Engine#end]). The hosts record the ends, as always.
public final class JobKiller {
    private static final Logger LOG = System.getLogger(JobKiller.class.getName());

    /// Signals with which people end a program. A list: the hash of a record takes milliseconds
    /// when the daemon starts.
    private static final List<Signal> ENDING =
            List.of(Signal.HUP, Signal.INT, Signal.TERM, Signal.KILL, new Signal(3));

    private static final Duration RECORDING = Duration.ofSeconds(5);
    private static final int LONGEST_COMMAND = 60;
    private static final int SHOWN = 5;

    private final Jobs jobs;
    private final ExecutionLifecycleService lifecycle;
    private final Engines engines;
    private final JobPauser pauser;
    private final JobProcesses family;
    private final ProcessTable processes;

    /// The jobs that could not be killed yet and will be, by number: the grace period of each.
    private final ConcurrentMap<Long, Duration> pending = new ConcurrentHashMap<>();

    JobKiller(
            Jobs jobs,
            ExecutionLifecycleService lifecycle,
            Engines engines,
            JobPauser pauser,
            JobProcesses family,
            ProcessTable processes) {
        this.family = family;
        this.processes = processes;
        this.jobs = jobs;
        this.lifecycle = lifecycle;
        this.engines = engines;
        this.pauser = pauser;
    }

    public sealed interface Outcome {
        Job job();

        default boolean wasEnded() {
            return this instanceof AlreadyEnded || this instanceof RestEnded;
        }

        /// Returns a sentence about what a job that had ended before had left; empty if nothing.
        default String rest() {
            return switch (this) {
                case AlreadyEnded(_, List<String> left) -> rest(left);
                case RestEnded(_, int processes) ->
                        processes == 1
                                ? "The process that it left has been ended."
                                : "The %d processes that it left have been ended."
                                        .formatted(processes);
                default -> "";
            };
        }

        private static String rest(List<String> left) {
            if (left.isEmpty()) {
                return "";
            }
            String shown = left.stream().limit(SHOWN).collect(Collectors.joining(", "));
            String more = left.size() > SHOWN ? " and %d more".formatted(left.size() - SHOWN) : "";
            return (left.size() == 1
                            ? "1 process that it left is still alive: "
                            : left.size() + " processes that it left are still alive: ")
                    + shown
                    + more
                    + ".";
        }

        /// Returns why it has not been ended, in a sentence; empty if it has.
        default String complaint() {
            return switch (this) {
                case Unrecorded(Job job) ->
                        "Job %d no longer has any processes, but how it ended could not be recorded yet. Is the disk full? Look again later."
                                .formatted(job.number());
                case Pending(Job job, String reason) ->
                        "Job %d has not been killed yet, since %s. nudge will try again by itself, and kill it then."
                                .formatted(job.number(), reason);
                case Survived(Job job, Set<ProcessId> processes) -> {
                    long one = processes.stream().mapToLong(ProcessId::pid).min().orElse(0);
                    yield processes.size() == 1
                            ? "Job %d: process %d could not be killed. It hangs in the kernel, or belongs to another user."
                                    .formatted(job.number(), one)
                            : "Job %d: %d processes could not be killed, for example %d. They hang in the kernel, or belong to another user."
                                    .formatted(job.number(), processes.size(), one);
                }
                default -> "";
            };
        }

        record Killed(Job job) implements Outcome {}

        /// It had ended before. What it has `left` is oldest first, as `4711 (node server.js)`.
        record AlreadyEnded(Job job, List<String> left) implements Outcome {}

        /// It had ended before, and the processes that it had left, at least one, have been ended.
        record RestEnded(Job job, int processes) implements Outcome {}

        /// None of its processes is left, but its end has not been recorded.
        record Unrecorded(Job job) implements Outcome {}

        /// It cannot be killed now, for a reason of one line. nudge kills it as soon as it can.
        record Pending(Job job, String reason) implements Outcome {}

        /// Some processes cannot be killed: they hang in the kernel, or belong to another user.
        record Survived(Job job, Set<ProcessId> processes) implements Outcome {}
    }

    /// Ends a job. Blocks until its end is recorded, at most for the grace period and ten seconds;
    /// for a minute on a machine too busy to run the dying processes. A second call waits for the
    /// first. The reason is one line without a full stop.
    public Outcome kill(JobEntry entry, String reason, Duration grace) {
        return alone(entry, grace, () -> killNow(entry, reason, grace));
    }

    /// Ends a job in the same way, and of one that has ended the processes that it has left.
    public Outcome killWithRest(JobEntry entry, String reason, Duration grace) {
        return alone(
                entry,
                grace,
                () -> {
                    Outcome outcome = killNow(entry, reason, grace);
                    return outcome instanceof Outcome.AlreadyEnded ended
                            ? endRest(ended, grace)
                            : outcome;
                });
    }

    private Outcome endRest(Outcome.AlreadyEnded ended, Duration grace) {
        if (ended.left().isEmpty()) {
            return ended;
        }
        engines.of(ended.job()).end(ended.job(), grace);
        Set<ProcessId> left = family.living(ended.job());
        return left.isEmpty()
                ? new Outcome.RestEnded(ended.job(), ended.left().size())
                : new Outcome.Survived(ended.job(), left);
    }

    private Outcome alreadyEnded(Job job) {
        return new Outcome.AlreadyEnded(job, left(job));
    }

    private List<String> left(Job job) {
        try {
            return family.living(job).stream()
                    .sorted(Comparator.comparingLong(ProcessId::startTime))
                    .map(this::shown)
                    .toList();
        } catch (UncheckedIOException e) {
            LOG.log(Level.WARNING, "job {0}: {1}", job.number(), e.getMessage());
            return List.of();
        }
    }

    private String shown(ProcessId id) {
        String command = Printable.line(String.join(" ", processes.commandLine(id.pid())));
        return "%d (%s)".formatted(id.pid(), Printable.shorten(command, LONGEST_COMMAND));
    }

    private Outcome killNow(JobEntry entry, String reason, Duration grace) {
        jobs.endIfOver(entry.job().number());
        if (entry.job().isEnded()) {
            return alreadyEnded(entry.job());
        }
        return isEndedWaiting(entry, reason, grace)
                ? new Outcome.Killed(entry.job())
                : end(entry, reason, grace);
    }

    /// Kills a job while nobody can restart it in place.
    private Outcome alone(JobEntry entry, Duration grace, Supplier<Outcome> kill) {
        entry.killing().lock();
        try {
            return kill.get();
        } catch (UncheckedIOException e) {
            pending.put(entry.job().number(), grace);
            var outcome = new Outcome.Pending(entry.job(), reason(e));
            LOG.log(Level.WARNING, outcome.complaint());
            return outcome;
        } finally {
            entry.killing().unlock();
        }
    }

    private static String reason(UncheckedIOException e) {
        String what =
                e.getCause() instanceof UnreachableException
                        ? "its cluster cannot be reached"
                        : "the attempt failed";
        return what + ": " + e.getMessage();
    }

    /// Ends a job that waits in the queue. Any other has started by then, and is not retried.
    private boolean isEndedWaiting(JobEntry entry, String reason, Duration grace) {
        do {
            if (jobs.endQueued(entry, reason)) {
                return true;
            }
            if (!Polling.await(RECORDING, () -> !entry.isStarting())) {
                throw new IllegalArgumentException(
                        "Job %d is still starting. Try again in some seconds."
                                .formatted(entry.job().number()));
            }
            if (entry.job().spec().queueing().retry().isPresent()) {
                jobs.stopRequested(entry, reason, grace);
            }
        } while (entry.isStarting() || entry.job().isQueued());
        return false;
    }

    /// Sends one signal to every process of the job, once, and returns to how many. After a signal
    /// with which people end a program, the job is not retried, and continues if it is paused, so
    /// that it heeds the signal. It also continues after SIGCONT.
    ///
    /// @throws IllegalArgumentException if the job does not run; the message says why
    public int signal(JobEntry entry, Signal signal) {
        Job job = entry.job();
        if (job.isEnded()) {
            throw new IllegalArgumentException(
                    "Job %d had already ended: %s. No signal was sent."
                            .formatted(job.number(), job.outcome()));
        }
        withoutAProcess(job)
                .ifPresent(what -> {
                    throw new IllegalArgumentException(
                            "Job %d %s, without a process. No signal was sent. To end it: nudge kill %1$d"
                                    .formatted(job.number(), what));
                });
        if (entry.startOf(job).isEmpty()) {
            throw new IllegalArgumentException(
                    "Job %d is still starting. Try again in some seconds.".formatted(job.number()));
        }
        String sent = "sent " + signal.name();
        // Recorded before the signal has an effect.
        boolean isNews = ENDING.contains(signal) && entry.applyFact(j -> j.notRetried(sent));
        try {
            int signalled = engines.of(job).signal(job, signal).processes();
            if (ENDING.contains(signal) || signal.equals(Signal.CONT)) {
                boolean _ = pauser.resume(entry);
            }
            return signalled;
        } catch (IOException e) {
            if (isNews) {
                entry.applyFact(j -> j.retriedAgain(sent));
            }
            throw new IllegalArgumentException(
                    "Job %d could not be sent %s: %s"
                            .formatted(job.number(), signal.name(), Reasons.of(e)),
                    e);
        }
    }

    private static Optional<String> withoutAProcess(Job job) {
        if (job.isQueued()) {
            return Optional.of("waits in the queue");
        }
        return job.spec().virtual().isPresent()
                ? Optional.of("is a timer or a watch")
                : job.cluster()
                        .filter(_ -> job.state().isWaiting())
                        .map(in -> "waits in %s as %s".formatted(in.engine(), in.id()));
    }

    /// Continues what an earlier daemon has begun.
    public void resume() {
        jobs.unended()
                .forEach(entry ->
                        entry.job().state().stopGrace().ifPresent(grace -> resume(entry, grace)));
    }

    /// Tries again to kill jobs, unless their cluster cannot be reached now either. Does not block.
    void retry() {
        pending.keySet()
                .removeIf(number -> jobs.find(number).filter(e -> !e.job().isEnded()).isEmpty());
        pending.keySet().forEach(number -> jobs.find(number).ifPresent(this::retry));
    }

    private void retry(JobEntry entry) {
        if (engines.isReachable(entry.job())) {
            Optional.ofNullable(pending.remove(entry.job().number()))
                    .ifPresent(grace -> resume(entry, grace));
        }
    }

    private void resume(JobEntry entry, Duration grace) {
        String reason = entry.job().stopReason().orElse("an earlier request");
        LOG.log(Level.INFO, "job {0} is still to be killed: {1}", entry.job().number(), reason);
        Thread.ofVirtual()
                .name("kill-" + entry.job().number())
                .start(() -> {
                    Outcome _ = alone(entry, grace, () -> killAgain(entry, reason, grace));
                });
    }

    /// Kills a job if it is still to be killed: it may have ended since, or been restarted.
    private Outcome killAgain(JobEntry entry, String reason, Duration grace) {
        jobs.endIfOver(entry.job().number());
        return entry.job().state().stopGrace().isPresent()
                ? end(entry, reason, grace)
                : alreadyEnded(entry.job());
    }

    private Outcome end(JobEntry entry, String reason, Duration grace) {
        long number = entry.job().number();
        if (!lifecycle.isActive(number)) {
            return recorded(entry, this::alreadyEnded);
        }
        jobs.stopRequested(entry, reason, grace);
        lifecycle.kill(number, grace);
        Set<ProcessId> left = family.living(entry.job());
        return left.isEmpty()
                ? recorded(entry, Outcome.Killed::new)
                : new Outcome.Survived(entry.job(), left);
    }

    /// Waits until the end is recorded, since no outcome is claimed before.
    private Outcome recorded(JobEntry entry, Function<Job, Outcome> outcome) {
        return Polling.await(RECORDING, () -> isRecorded(entry))
                ? outcome.apply(entry.job())
                : new Outcome.Unrecorded(entry.job());
    }

    private boolean isRecorded(JobEntry entry) {
        jobs.endIfOver(entry.job().number());
        if (!entry.job().isEnded()) {
            jobs.sweep(entry);
        }
        return entry.job().isEnded();
    }
}
