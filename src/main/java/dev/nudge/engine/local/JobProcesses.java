package dev.nudge.engine.local;

import dev.nudge.engine.Polling;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.Signals;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessFamily;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessLoad;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The processes of jobs: finds them all, and sends them signals. Nothing else sends signals to
/// jobs.
public final class JobProcesses {
    /// Until processes count as ones that cannot be killed: if they hang in the kernel or belong to
    /// another user, and if not.
    private static final Duration KILLING = Duration.ofSeconds(5);

    private static final Duration KILLING_ON_A_BUSY_MACHINE = Duration.ofMinutes(1);

    /// Until processes count as ones that cannot be stopped: they belong to another user.
    private static final Duration STOPPING = Duration.ofSeconds(3);

    /// Until children no longer wait for their parents, which may belong to another user.
    private static final Duration IN_ORDER = Duration.ofSeconds(2);

    private static final Comparator<ProcessId> OLDEST_FIRST =
            Comparator.comparingLong(ProcessId::startTime).thenComparingLong(ProcessId::pid);

    private final JobStore store;
    private final ProcessTable table;

    public JobProcesses(JobStore store, ProcessTable table) {
        this.store = store;
        this.table = table;
    }

    /// Returns whether the job's host has recorded its processes, since the machine was started.
    boolean isKnown(long job) {
        return ofThisBoot(store.readHost(job)).isPresent();
    }

    /// Returns the processes of a job that are alive; none if it has no process. Reads the whole
    /// process table.
    ///
    /// @throws IOException if that cannot be found out now
    Set<ProcessId> living(long job) throws IOException {
        Optional<HostRecord> host = host(job);
        return host.isPresent() ? family(job, host.get()).living() : Set.of();
    }

    /// Returns what the processes of a job use now; nothing if that cannot be found out. Reads the
    /// whole process table.
    public ProcessLoad load(long job) {
        try {
            return ProcessLoad.of(table, living(job));
        } catch (IOException e) {
            return ProcessLoad.of(table, Set.of());
        }
    }

    /// Ends a job so that nothing of it is left: SIGTERM to every process of the job (on a terminal
    /// SIGHUP too, since shells there heed nothing else), a grace period, then SIGKILL until none
    /// is alive. Blocks until then, or until the processes that are left cannot be killed.
    ///
    /// @throws UncheckedIOException if its processes cannot be found now
    void end(Job job, Duration grace) {
        try {
            Optional<HostRecord> host = host(job.number());
            if (host.isPresent()) {
                end(family(job.number(), host.get()), host.get(), request(job), grace);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("its processes cannot be found: " + Reasons.of(e), e);
        }
    }

    private void end(ProcessFamily family, HostRecord host, Signal[] request, Duration grace)
            throws IOException {
        signal(family.living(), host, request);
        if (!Polling.await(grace, () -> isOver(family))) {
            extinguish(family, host);
        }
    }

    private static boolean isOver(ProcessFamily family) {
        try {
            return family.living().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns the signals that ask a job to end. A stopped program must continue in order to end.
    private static Signal[] request(Job job) {
        return job.spec().terminal().isPresent()
                ? new Signal[] {Signal.TERM, Signal.HUP, Signal.CONT}
                : new Signal[] {Signal.TERM, Signal.CONT};
    }

    /// Kills until no process is left, since one may have forked before it died.
    private void extinguish(ProcessFamily family, HostRecord host) throws IOException {
        long begin = System.nanoTime();
        Set<ProcessId> living = family.living();
        while (!living.isEmpty() && System.nanoTime() - begin < killing(living).toNanos()) {
            signal(living, host, Signal.KILL);
            Polling.pause();
            living = family.living();
        }
    }

    private Duration killing(Set<ProcessId> living) {
        return living.stream().anyMatch(table::isKillable) ? KILLING_ON_A_BUSY_MACHINE : KILLING;
    }

    /// Returns how long ago the command of a job was started, by the clock of the machine's boot;
    /// zero if that is not known.
    Duration age(long job) {
        return ofThisBoot(store.readHost(job))
                .map(host -> table.age(host.command()))
                .orElse(Duration.ZERO);
    }

    /// Stops every process of a job with SIGSTOP, parents before their children: a shell must not
    /// see a child stop that it waits for. Blocks until all are stopped, usually for some
    /// milliseconds.
    ///
    /// @return those that cannot be stopped
    /// @throws IOException if its processes cannot be found now
    Set<ProcessId> pause(long job) throws IOException {
        Optional<HostRecord> host = host(job);
        if (host.isEmpty()) {
            return Set.of();
        }
        ProcessFamily family = family(job, host.get());
        long begin = System.nanoTime();
        Set<ProcessId> signalled = new HashSet<>();
        Set<ProcessId> moving = moving(family, signalled);
        while (!moving.isEmpty() && System.nanoTime() - begin < STOPPING.toNanos()) {
            Set<ProcessId> next =
                    System.nanoTime() - begin < IN_ORDER.toNanos() ? topmost(moving) : moving;
            Signals.send(targets(next, host.get().command()), Signal.STOP);
            signalled.addAll(next);
            Polling.pause();
            moving = moving(family, signalled);
        }
        return moving;
    }

    /// Leaves out those that have a parent, or its parent, which still moves: a shell must not see
    /// a child stop that it waits for, so it has to be stopped before the child is signalled.
    private Set<ProcessId> topmost(Set<ProcessId> moving) {
        Set<Long> pids = moving.stream().map(ProcessId::pid).collect(Collectors.toSet());
        return moving.stream()
                .filter(id ->
                        table.ancestry(id.pid()).stream()
                                .filter(ancestor -> ancestor != id.pid())
                                .noneMatch(pids::contains))
                .collect(Collectors.toCollection(() -> new TreeSet<>(OLDEST_FIRST)));
    }

    /// Leaves out what is stopped, and what hangs in the kernel and will be stopped when it leaves
    /// it, since it has been signalled.
    private Set<ProcessId> moving(ProcessFamily family, Set<ProcessId> signalled)
            throws IOException {
        return family.living().stream()
                .filter(id -> !table.isStopped(id))
                .filter(id -> !(signalled.contains(id) && table.isStill(id)))
                .collect(Collectors.toCollection(() -> new TreeSet<>(OLDEST_FIRST)));
    }

    /// Lets every process of a job continue with SIGCONT, children before their parents: a shell
    /// that continues must find its children running.
    ///
    /// @throws IOException if its processes cannot be found now
    void proceed(long job) throws IOException {
        List<Long> targets =
                living(job).stream().sorted(OLDEST_FIRST.reversed()).map(ProcessId::pid).toList();
        Signals.send(targets, Signal.CONT);
    }

    /// Sends one signal to every process of the job, once. The group is not signalled as one: its
    /// members would get the signal twice.
    ///
    /// @return the number of processes signalled
    /// @throws IOException if they cannot be found now
    int signal(long job, Signal signal) throws IOException {
        Set<ProcessId> living = living(job);
        Signals.send(living.stream().map(ProcessId::pid).toList(), signal);
        return living.size();
    }

    private static void signal(Set<ProcessId> living, HostRecord host, Signal... signals) {
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

    private Optional<HostRecord> host(long job) throws IOException {
        return ofThisBoot(store.findHost(job));
    }

    private Optional<HostRecord> ofThisBoot(Optional<HostRecord> host) {
        return host.filter(h -> !table.isOtherBoot(h.bootId()));
    }

    private ProcessFamily family(long job, HostRecord host) {
        String directory = store.directory(job).path().toString();
        return new ProcessFamily(
                table, host.command(), host.host(), JobEnvironment.MARK, directory);
    }
}
