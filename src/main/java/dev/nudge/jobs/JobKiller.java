package dev.nudge.jobs;

import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.Signals;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessFamily;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// Ends jobs so that nothing of them is left: SIGTERM to every process of the job (on a terminal
/// SIGHUP too, since shells there heed nothing else), a grace period, then SIGKILL until none is
/// alive. The end itself is recorded by the job's host, as always.
public final class JobKiller {
    private static final Logger LOG = System.getLogger(JobKiller.class.getName());

    /// Longest time for a job to end by itself after SIGTERM.
    public static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration KILLING = Duration.ofSeconds(5);
    private static final Duration RECORDING = Duration.ofSeconds(5);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final Jobs jobs;
    private final JobStore store;
    private final ProcessTable processes;
    private final ConcurrentMap<Long, ReentrantLock> locks = new ConcurrentHashMap<>();

    public JobKiller(Jobs jobs, JobStore store, ProcessTable processes) {
        this.jobs = jobs;
        this.store = store;
        this.processes = processes;
    }

    /// The outcome for the job.
    public sealed interface Outcome {
        /// It has been ended.
        record Killed(Job job) implements Outcome {}

        /// It had ended before.
        record AlreadyEnded(Job job) implements Outcome {}

        /// None of its processes is left, but its end has not been recorded.
        record Unrecorded(Job job) implements Outcome {
            public String complaint() {
                return "Job %d has no processes any more, but how it ended could not be recorded yet. Is the disk full? Look again later: nudge show %1$d"
                        .formatted(job.number());
            }
        }

        /// Some of its processes cannot be killed: they hang in the kernel, or belong to another
        /// user.
        record Survived(Job job, Set<ProcessId> processes) implements Outcome {
            public String complaint() {
                return "Job %d: %d processes could not be killed, for example %d. They hang in the kernel, or belong to another user."
                        .formatted(
                                job.number(),
                                processes.size(),
                                processes.stream().mapToLong(ProcessId::pid).min().orElse(0));
            }
        }
    }

    /// Ends a job. Blocks until its end is recorded, usually for some milliseconds, at most for the
    /// grace period and ten seconds. A second call for the same job waits for the first.
    ///
    /// @param reason why, for its record; one line without a full stop
    public Outcome kill(JobEntry entry, String reason, Duration grace) {
        ReentrantLock lock = locks.computeIfAbsent(entry.job().number(), _ -> new ReentrantLock());
        lock.lock();
        try {
            jobs.endIfOver(entry.job().number());
            if (entry.job().isEnded()) {
                return new Outcome.AlreadyEnded(entry.job());
            }
            if (!await(RECORDING, () -> !(entry.job().state() instanceof JobState.Starting))) {
                throw new IllegalArgumentException(
                        "Job %d is still starting. Try again in some seconds."
                                .formatted(entry.job().number()));
            }
            return entry.job().spec().virtual().isPresent()
                    ? cancel(entry, reason)
                    : end(entry, reason, grace);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Job %d could not be killed: %s".formatted(entry.job().number(), Reasons.of(e)),
                    e);
        } finally {
            lock.unlock();
            locks.remove(entry.job().number(), lock);
        }
    }

    /// Sends one signal to every process of the job, once, and does nothing more. The group is not
    /// signalled as one: its members would get the signal twice.
    ///
    /// @return the number of processes signalled
    /// @throws IllegalArgumentException if the job does not run; the message says why
    public int signal(JobEntry entry, Signal signal) {
        Job job = entry.job();
        Optional<HostRecord> host = host(job.number());
        if (job.state() instanceof JobState.Ended end) {
            throw new IllegalArgumentException(
                    "Job %d had already ended: %s. No signal was sent."
                            .formatted(job.number(), end.status().words()));
        }
        if (job.spec().virtual().isPresent()) {
            throw new IllegalArgumentException(
                    "Job %d is a timer or a watch, without a process. No signal was sent. To end it: nudge kill %1$d"
                            .formatted(job.number()));
        }
        if (host.isEmpty()) {
            throw new IllegalArgumentException(
                    "Job %d is still starting. Try again in some seconds.".formatted(job.number()));
        }
        Set<ProcessId> living = family(job.number(), host.get()).living();
        try {
            Signals.send(living.stream().map(ProcessId::pid).toList(), signal);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Job %d could not be sent %s: %s"
                            .formatted(job.number(), signal.name(), Reasons.of(e)),
                    e);
        }
        return living.size();
    }

    /// Continues what an earlier daemon has begun.
    public void resume() {
        jobs.entries().stream()
                .filter(e -> e.job().state() instanceof JobState.Stopping)
                .forEach(e -> Thread.ofVirtual().name("kill").start(() -> resume(e)));
    }

    private void resume(JobEntry entry) {
        String reason = entry.job().stopReason().orElse("an earlier request");
        LOG.log(Level.INFO, "job {0} is still to be killed: {1}", entry.job().number(), reason);
        Outcome _ = kill(entry, reason, GRACE);
    }

    private Outcome cancel(JobEntry entry, String reason) {
        jobs.stopRequested(entry, reason);
        jobs.finish(entry, new ExitStatus.Signaled(Signal.TERM));
        return new Outcome.Killed(entry.job());
    }

    private Outcome end(JobEntry entry, String reason, Duration grace) throws IOException {
        long number = entry.job().number();
        Optional<HostRecord> host = host(number);
        if (host.isEmpty() || family(number, host.get()).living().isEmpty()) {
            return recorded(entry, Outcome.AlreadyEnded::new);
        }
        jobs.stopRequested(entry, reason);
        ProcessFamily family = family(number, host.get());
        signal(family.living(), host.get(), request(entry.job()));
        return await(grace, () -> family.living().isEmpty()) || extinguish(family, host.get())
                ? recorded(entry, Outcome.Killed::new)
                : new Outcome.Survived(entry.job(), family.living());
    }

    /// Returns the signals that ask a job to end. A stopped program must continue in order to end.
    private static Signal[] request(Job job) {
        return job.spec().terminal().isPresent()
                ? new Signal[] {Signal.TERM, Signal.HUP, Signal.CONT}
                : new Signal[] {Signal.TERM, Signal.CONT};
    }

    /// Waits until the end is recorded, since no outcome is claimed before.
    private Outcome recorded(JobEntry entry, Function<Job, Outcome> outcome) {
        return await(RECORDING, () -> isRecorded(entry))
                ? outcome.apply(entry.job())
                : new Outcome.Unrecorded(entry.job());
    }

    private Optional<HostRecord> host(long number) {
        return store.readHost(number).filter(h -> h.bootId().equals(processes.bootId()));
    }

    private ProcessFamily family(long number, HostRecord host) {
        String directory = store.directory(number).path().toString();
        return new ProcessFamily(
                processes, host.command(), host.host(), JobEnvironment.MARK, directory);
    }

    /// Kills until no process is left, since one may have forked before it died.
    private boolean extinguish(ProcessFamily family, HostRecord host) throws IOException {
        long deadline = System.nanoTime() + KILLING.toNanos();
        while (System.nanoTime() < deadline) {
            Set<ProcessId> living = family.living();
            if (living.isEmpty()) {
                return true;
            }
            signal(living, host, Signal.KILL);
            pause(SHORTEST_PAUSE);
        }
        return false;
    }

    private void signal(Set<ProcessId> living, HostRecord host, Signal... signals)
            throws IOException {
        Signals.send(targets(living, host.command()), signals);
    }

    /// Returns the targets of a signal, in this order: the command's group, if the command is
    /// alive, and then every process, since some have left the group.
    ///
    /// The kernel signals a group as one: no member forks in between, and no shell sees its
    /// children die, and exits with 0, before it gets the signal itself.
    static List<Long> targets(Set<ProcessId> living, ProcessId command) {
        List<Long> targets = new ArrayList<>();
        if (living.contains(command)) {
            targets.add(-command.pid());
        }
        living.stream().map(ProcessId::pid).forEach(targets::add);
        return targets;
    }

    private boolean isRecorded(JobEntry entry) {
        jobs.endIfOver(entry.job().number());
        if (!entry.job().isEnded()) {
            jobs.sweep(entry);
        }
        return entry.job().isEnded();
    }

    private static boolean await(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        Duration next = SHORTEST_PAUSE;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            pause(next);
            next = next.compareTo(LONGEST_PAUSE) < 0 ? next.multipliedBy(2) : next;
        }
        return true;
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
