package dev.nudge.engine.local;

import dev.nudge.engine.Engine.Signalled;
import dev.nudge.engine.Polling;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.Signals;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessFamily;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessLoad;
import dev.nudge.process.ProcessTable;
import dev.nudge.process.ProcessTable.Disposition;
import dev.nudge.store.EndRequest;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The processes of jobs: finds all, and sends each a signal once. Nothing else signals jobs.
public record JobProcesses(JobStore store, ProcessTable table) {
    /// Until processes count as ones that cannot be killed: if they hang in the kernel or belong to
    /// another user, and if not.
    private static final Duration KILLING = Duration.ofSeconds(5);

    private static final Duration KILLING_ON_A_BUSY_MACHINE = Duration.ofMinutes(1);

    /// Until processes count as ones that cannot be stopped.
    private static final Duration STOPPING = Duration.ofSeconds(3);

    /// Until children no longer wait for their parents, which may belong to another user.
    private static final Duration IN_ORDER = Duration.ofSeconds(2);

    /// Until what runs on a terminal counts as an interactive shell, which ends by SIGHUP alone.
    private static final Duration HANG_UP = Duration.ofSeconds(1);

    private static final Comparator<ProcessId> OLDEST_FIRST =
            Comparator.comparingLong(ProcessId::startTime).thenComparingLong(ProcessId::pid);

    /// Reads the whole process table.
    private Set<ProcessId> living(long job) throws IOException {
        Optional<HostRecord> host = host(job);
        return host.isPresent() ? family(job, host.get()).living() : Set.of();
    }

    /// Returns the living processes of a job here. Reads the whole process table.
    ///
    /// @throws UncheckedIOException if that cannot be found out now; the message says why
    public Set<ProcessId> living(Job job) {
        try {
            return job.cluster().isPresent() ? Set.of() : living(job.number());
        } catch (IOException e) {
            throw new UncheckedIOException("its processes cannot be found: " + Reasons.of(e), e);
        }
    }

    /// Returns what the processes of a job use now; nothing if that cannot be found out.
    public ProcessLoad load(long job) {
        try {
            return ProcessLoad.of(table, living(job));
        } catch (IOException e) {
            return ProcessLoad.of(table, Set.of());
        }
    }

    /// Ends a job so that nothing of it is left: SIGTERM to every process, once, a grace period,
    /// then SIGKILL. Blocks until none is alive, or those that are left cannot be killed.
    ///
    /// On a terminal, what still runs after a second gets SIGHUP too, which interactive shells heed
    /// and SIGTERM they do not; but not a program that handles SIGTERM alone, and is about to end.
    ///
    /// @throws UncheckedIOException if its processes cannot be found now
    void end(Job job, Duration grace) {
        try {
            Optional<HostRecord> host = host(job.number());
            if (host.isPresent()) {
                new Ending(job, host.get()).end(grace);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("its processes cannot be found: " + Reasons.of(e), e);
        }
    }

    /// The end of one job, from a request that an earlier daemon has made or this one does.
    private final class Ending {
        private final long job;
        private final boolean isOnTerminal;
        private final HostRecord host;
        private final ProcessFamily family;

        Ending(Job job, HostRecord host) {
            this.job = job.number();
            this.isOnTerminal = job.spec().terminal().isPresent();
            this.host = host;
            this.family = family(job.number(), host);
        }

        void end(Duration grace) throws IOException {
            EndRequest request = request();
            Set<ProcessId> asked = request.processes();
            Set<ProcessId> held = isOnTerminal ? held(asked, host.command()) : Set.of();
            proceed(without(stopped(asked), held));
            Duration first = isOnTerminal ? Collections.min(List.of(HANG_UP, grace)) : grace;
            boolean isOver = awaitEnd(family, held, request.left(first));
            if (!isOver && isOnTerminal && grace.compareTo(HANG_UP) > 0) {
                if (!request.isHungUp()) {
                    // Before it is sent: a process that misses it is killed after the grace period.
                    store.saveEndRequest(job, request.hungUp());
                    hangUp(without(asked, held));
                }
                isOver = awaitEnd(family, held, request.left(grace));
            }
            if (isOver) {
                proceed(held);
            }
            if (!isOver || !awaitEnd(family, Set.of(), KILLING)) {
                extinguish(family, host);
            }
            store.forgetEndRequest(job);
        }

        /// Sends SIGTERM to all who have not got it.
        private EndRequest request() throws IOException {
            ProcessId command = host.command();
            String start = "%d:%d".formatted(command.pid(), command.startTime());
            Optional<EndRequest> earlier = store.readEndRequest(job, start);
            if (earlier.isPresent()) {
                Signals.send(pids(unasked(earlier.get().processes())), Signal.TERM);
                return earlier.get();
            }
            // While all are stopped, none forks, leaves its group or sees another one end: so it is
            // certain which processes there are, and that each gets the signal, once. A group that
            // is signalled as one may lose a member, or gain one, unseen.
            Set<ProcessId> asked = stop(family, command).living();
            EndRequest request = new EndRequest(start, Instant.now(), asked, false);
            store.saveEndRequest(job, request);
            Signals.send(pids(asked), Signal.TERM);
            return request;
        }

        /// Returns those that an earlier daemon was to ask and has not asked: each was stopped
        /// before, and none continues before all have the signal, which waits as long.
        private Set<ProcessId> unasked(Set<ProcessId> processes) {
            return stopped(processes).stream()
                    .filter(id -> !table.isPending(id, Signal.TERM.number()))
                    .collect(Collectors.toUnmodifiableSet());
        }

        private Set<ProcessId> stopped(Set<ProcessId> processes) {
            return processes.stream()
                    .filter(id -> table.isStopped(id) || table.isPending(id, Signal.STOP.number()))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /// Returns the leader of a terminal's session if it is about to end by SIGTERM at once. The
    /// kernel then sends SIGHUP to the programs in front, so it stays stopped until these have
    /// ended.
    private Set<ProcessId> held(Set<ProcessId> asked, ProcessId leader) {
        boolean isToDie = table.disposition(leader, Signal.TERM.number()) == Disposition.DEFAULT;
        return asked.contains(leader) && isToDie ? Set.of(leader) : Set.of();
    }

    /// Sends SIGHUP as a terminal that is closed: to the processes from which the others have it.
    private void hangUp(Set<ProcessId> asked) {
        Set<ProcessId> living =
                asked.stream().filter(table::isAlive).collect(Collectors.toUnmodifiableSet());
        List<Long> targets =
                topmost(living).stream().filter(this::heedsHangUp).map(ProcessId::pid).toList();
        Signals.send(targets, Signal.HUP);
    }

    private boolean heedsHangUp(ProcessId id) {
        return table.disposition(id, Signal.TERM.number()) != Disposition.HANDLED
                || table.disposition(id, Signal.HUP.number()) != Disposition.DEFAULT;
    }

    private static Set<ProcessId> without(Set<ProcessId> all, Set<ProcessId> some) {
        return all.stream()
                .filter(id -> !some.contains(id))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean awaitEnd(ProcessFamily family, Set<ProcessId> held, Duration limit) {
        return Polling.await(limit, () -> isOver(family, held));
    }

    private static boolean isOver(ProcessFamily family, Set<ProcessId> held) {
        try {
            return held.containsAll(family.living());
        } catch (IOException e) {
            return false;
        }
    }

    /// Kills until no process is left, since one may have forked before it died.
    private void extinguish(ProcessFamily family, HostRecord host) throws IOException {
        long begin = System.nanoTime();
        Set<ProcessId> living = family.living();
        while (!living.isEmpty() && System.nanoTime() - begin < killing(living).toNanos()) {
            Signals.send(targets(living, host.command()), Signal.KILL);
            Polling.pause();
            living = family.living();
        }
    }

    private Duration killing(Set<ProcessId> living) {
        return living.stream().anyMatch(table::isKillable) ? KILLING_ON_A_BUSY_MACHINE : KILLING;
    }

    /// Returns how long ago the command of a job was started, on this machine by the clock of its
    /// boot. Zero if it was not.
    public Duration age(Job job) {
        return ofThisBoot(store.readHost(job.number()))
                .filter(host -> host.cluster().isEmpty())
                .map(host -> table.age(host.command()))
                .or(() -> job.startedAt().map(start -> Duration.between(start, Instant.now())))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
    }

    /// The processes that were to be stopped, and those that still move: those of another user.
    private record Standstill(Set<ProcessId> living, Set<ProcessId> moving) {}

    /// Stops processes with SIGSTOP, parents before their children: a shell must not see a child
    /// stop that it waits for. Blocks until all are stopped, usually for some milliseconds.
    private Standstill stop(ProcessFamily family, ProcessId command) throws IOException {
        long begin = System.nanoTime();
        Set<ProcessId> signalled = new HashSet<>();
        Set<Long> foreign = new HashSet<>();
        boolean isStill = false;
        Standstill seen = look(family, signalled);
        // The last look began when all were still: so none was born unseen, by one that was not.
        while (!isStill && System.nanoTime() - begin < STOPPING.toNanos()) {
            Set<ProcessId> moving = new TreeSet<>(OLDEST_FIRST);
            seen.moving().stream().filter(id -> !foreign.contains(id.pid())).forEach(moving::add);
            if (!moving.isEmpty()) {
                Set<ProcessId> next =
                        System.nanoTime() - begin < IN_ORDER.toNanos() ? topmost(moving) : moving;
                foreign.addAll(Signals.send(targets(next, command), Signal.STOP));
                signalled.addAll(next);
                Polling.pause();
            }
            seen = look(family, signalled);
            isStill =
                    moving.isEmpty()
                            && seen.moving().stream().allMatch(id -> foreign.contains(id.pid()));
        }
        return seen;
    }

    /// Leaves out those that have a parent, or its parent, which still moves.
    private Set<ProcessId> topmost(Set<ProcessId> moving) {
        Set<Long> pids = moving.stream().map(ProcessId::pid).collect(Collectors.toSet());
        return moving.stream()
                .filter(id ->
                        table.ancestry(id.pid()).stream()
                                .filter(ancestor -> ancestor != id.pid())
                                .noneMatch(pids::contains))
                .collect(Collectors.toCollection(() -> new TreeSet<>(OLDEST_FIRST)));
    }

    /// Looks for those that move: not what is stopped, and not what hangs in the kernel and will be
    /// stopped when it leaves it, since it has been signalled.
    private Standstill look(ProcessFamily family, Set<ProcessId> signalled) throws IOException {
        Set<ProcessId> living = family.living();
        return new Standstill(
                living,
                living.stream()
                        .filter(id -> !table.isStopped(id))
                        .filter(id -> !(signalled.contains(id) && table.isStill(id)))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /// Lets children continue first: a shell that continues must find them running, or ended.
    private static void proceed(Set<ProcessId> stopped) {
        Signals.send(pids(stopped).reversed(), Signal.CONT);
    }

    /// Sends one signal to every process, as [dev.nudge.engine.Engine#signal]: parents first, so
    /// that no shell sees a child end before it has the signal. Not to the group: its members would
    /// get it twice.
    ///
    /// @throws IOException if they cannot be found now
    Signalled signal(long job, Signal signal) throws IOException {
        Optional<HostRecord> host = host(job);
        if (host.isEmpty()) {
            return Signalled.to(0);
        }
        ProcessFamily family = family(job, host.get());
        if (signal.equals(Signal.STOP)) {
            Standstill seen = stop(family, host.get().command());
            return new Signalled(seen.living().size(), seen.moving());
        }
        Set<ProcessId> living = family.living();
        if (signal.equals(Signal.CONT)) {
            proceed(living);
        } else {
            Signals.send(pids(living), signal);
        }
        return Signalled.to(living.size());
    }

    private static List<Long> pids(Set<ProcessId> processes) {
        return processes.stream().sorted(OLDEST_FIRST).map(ProcessId::pid).toList();
    }

    /// Returns the targets of SIGSTOP or SIGKILL, which may come twice: the group of the command,
    /// if that is alive, and then every process, since some have left the group. The kernel signals
    /// a group as one: no member forks in between, and no shell sees its children die before it
    /// gets the signal itself.
    static List<Long> targets(Set<ProcessId> living, ProcessId command) {
        List<Long> targets = new ArrayList<>();
        if (living.contains(command)) {
            targets.add(-command.pid());
        }
        targets.addAll(pids(living));
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
                table,
                host.command(),
                host.host(),
                JobEnvironment.MARK,
                directory,
                JobEnvironment.HOST_MARK);
    }
}
