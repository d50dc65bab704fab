package dev.nudge.delivery;

import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneGlance;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Watches all panes that wait, by one tmux call per server and interval, so that twenty of them
/// cost no more than one; as long as nothing changes, the interval grows to twice its length. Its
/// thread runs only while something waits.
final class PaneWatch {
    private final Function<Path, Tmux> servers;
    private final Duration interval;
    private final Duration recheck;
    private final Set<Waiter> waiters = new HashSet<>();
    private boolean isRunning;

    /// @param interval between two glances at all panes
    /// @param recheck after this time a pane counts as changed if anything was drawn in it,
    ///   although no glance showed what
    PaneWatch(Function<Path, Tmux> servers, Duration interval, Duration recheck) {
        this.servers = servers;
        this.interval = interval;
        this.recheck = recheck;
    }

    /// Waits until the pane looks different, the signal is given by somebody else, or the time has
    /// passed. Takes the signal.
    ///
    /// @param lookedAt second of the clock in which the pane was looked at: what was drawn since
    ///   may be news
    /// @return false if only the time has passed
    boolean await(
            PaneAddress pane, PaneGlance glance, long lookedAt, Semaphore signal, Duration limit)
            throws InterruptedException {
        Waiter waiter = new Waiter(pane, glance, lookedAt, signal);
        add(waiter);
        try {
            return signal.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            remove(waiter);
        }
    }

    private synchronized void add(Waiter waiter) {
        waiters.add(waiter);
        if (!isRunning) {
            isRunning = true;
            Thread _ = Thread.ofVirtual().name("pane-watch").start(this::run);
        }
    }

    private synchronized void remove(Waiter waiter) {
        waiters.remove(waiter);
        notifyAll();
    }

    private void run() {
        long pause = interval.toNanos();
        while (waitFor(pause)) {
            boolean hasChanged = false;
            for (Map.Entry<Path, List<Waiter>> server : waiting().entrySet()) {
                hasChanged |= glance(server.getKey(), server.getValue());
            }
            pause =
                    hasChanged
                            ? interval.toNanos()
                            : Math.min(pause * 9 / 8, 2 * interval.toNanos());
        }
    }

    /// Returns whether anything waits after the pause; if not, this thread is to end.
    private synchronized boolean waitFor(long pause) {
        long end = System.nanoTime() + pause;
        try {
            for (long left = pause;
                    left > 0 && !waiters.isEmpty();
                    left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            waiters.clear();
        }
        isRunning = !waiters.isEmpty();
        return isRunning;
    }

    private synchronized Map<Path, List<Waiter>> waiting() {
        return waiters.stream().collect(Collectors.groupingBy(waiter -> waiter.pane().socket()));
    }

    /// Returns whether any pane has changed.
    private boolean glance(Path socket, List<Waiter> here) {
        try {
            Map<PaneAddress, PaneGlance> glances =
                    servers.apply(socket)
                            .glance(here.stream().map(Waiter::pane).collect(Collectors.toSet()));
            List<Waiter> changed =
                    here.stream()
                            .filter(waiter -> hasChanged(waiter, glances.get(waiter.pane())))
                            .toList();
            changed.forEach(waiter -> waiter.signal().release());
            return !changed.isEmpty();
        } catch (TmuxException e) {
            // A server that hangs has not changed. The waiters look for themselves now and then.
            return false;
        }
    }

    private boolean hasChanged(Waiter waiter, @Nullable PaneGlance now) {
        if (now == null || !now.looksLike(waiter.glance())) {
            return true;
        }
        long age = System.currentTimeMillis() / 1000 - waiter.lookedAt();
        return age >= recheck.toSeconds() && now.drawnAt() >= waiter.lookedAt();
    }

    private record Waiter(PaneAddress pane, PaneGlance glance, long lookedAt, Semaphore signal) {}
}
