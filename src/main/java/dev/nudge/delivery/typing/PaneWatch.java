package dev.nudge.delivery.typing;

import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneGlance;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Watches the panes for which something waits: one tmux call per server, when there may be news.
///
/// Every change of a pane comes through its tmux server, which reads what programs draw and what
/// people type. A server that has read nothing since the last glance still shows the same, and to
/// ask the kernel costs a hundredth of a tmux call. Only what another tmux client orders, such as
/// the end of copy mode, can change without a read; that is seen a little later. The thread runs
/// only while something waits.
final class PaneWatch {
    private static final Logger LOG = System.getLogger(PaneWatch.class.getName());

    /// The pause between two questions to the kernel whether the servers have read anything.
    private static final Duration PAUSE = Duration.ofMillis(250);

    /// The shortest time between two glances at the panes of a server, short enough that a pane
    /// that can be typed into is noticed within a second.
    private static final Duration GLANCE = Duration.ofMillis(450);

    private final Function<Path, Tmux> servers;
    private final ProcessTable processes;
    private final Pace pace;
    private final Set<Waiter> waiters = new HashSet<>();

    /// The last glance at each server. Used only by the thread that watches.
    private final Map<Server, Glanced> glanced = new HashMap<>();

    private boolean isRunning;

    PaneWatch(Function<Path, Tmux> servers, ProcessTable processes, Pace pace) {
        this.servers = servers;
        this.processes = processes;
        this.pace = pace;
    }

    private record Server(Path socket, long pid) {}

    private record Glanced(OptionalLong read, long at) {}

    private record Waiter(
            PaneAddress pane, PaneGlance glance, long lookedAt, Semaphore signal, long since) {
        Server server() {
            return new Server(pane.socket(), pane.serverPid());
        }
    }

    /// Waits until the pane may look different, time is up, or a permit of `signal` can be taken.
    ///
    /// @param lookedAt second in which the pane was looked at: what is drawn since may be news
    /// @param limit in nanoseconds
    /// @return false if only the time has passed
    boolean await(PaneAddress pane, PaneGlance glance, long lookedAt, Semaphore signal, long limit)
            throws InterruptedException {
        Waiter waiter = new Waiter(pane, glance, lookedAt, signal, System.nanoTime());
        add(waiter);
        try {
            return signal.tryAcquire(limit, TimeUnit.NANOSECONDS);
        } finally {
            synchronized (this) {
                waiters.remove(waiter);
            }
        }
    }

    private synchronized void add(Waiter waiter) {
        waiters.add(waiter);
        if (!isRunning) {
            Thread.ofVirtual().name("pane-watch").start(this::run);
            isRunning = true;
        }
    }

    private void run() {
        while (waitForNext()) {
            LoopGuard.runBriefly(LOG, "the watch of waiting panes", this::look);
        }
    }

    /// Pauses, and returns whether anything waits afterwards; if not, this thread must end.
    private boolean waitForNext() {
        LockSupport.parkNanos(PAUSE.toNanos());
        synchronized (this) {
            isRunning = !waiters.isEmpty();
            return isRunning;
        }
    }

    private void look() {
        Map<Server, List<Waiter>> waiting = waiting();
        glanced.keySet().retainAll(waiting.keySet());
        waiting.forEach((server, here) -> {
            Glanced now = new Glanced(processes.bytesRead(server.pid()), System.nanoTime());
            if (isDue(now, glanced.get(server), here)) {
                // After a failed glance, nothing is known about the server.
                glanced.put(server, new Glanced(OptionalLong.empty(), now.at()));
                if (glance(server.socket(), here)) {
                    glanced.put(server, now);
                }
            }
        });
    }

    private synchronized Map<Server, List<Waiter>> waiting() {
        return waiters.stream().collect(Collectors.groupingBy(Waiter::server));
    }

    /// Returns whether the server needs a glance. A waiter that came after the last glance counts
    /// as news: a change since its look may have been read before that glance.
    private boolean isDue(Glanced now, @Nullable Glanced last, List<Waiter> here) {
        if (last == null) {
            return true;
        }
        boolean hasNews =
                now.read().isEmpty()
                        || !now.read().equals(last.read())
                        || here.stream().anyMatch(waiter -> waiter.since() - last.at() > 0);
        return now.at() - last.at() >= (hasNews ? GLANCE : pace.idleGlance()).toNanos();
    }

    private boolean glance(Path socket, List<Waiter> here) {
        try {
            Map<PaneAddress, PaneGlance> glances =
                    servers.apply(socket)
                            .glance(here.stream().map(Waiter::pane).collect(Collectors.toSet()));
            here.stream()
                    .filter(waiter -> {
                        PaneGlance now = glances.get(waiter.pane());
                        return now == null || now.mayDifferFrom(waiter.glance(), waiter.lookedAt());
                    })
                    .forEach(waiter -> waiter.signal().release());
            return true;
        } catch (TmuxException e) {
            // A server that hangs has not changed. The waiters look by themselves now and then.
            LOG.log(Logger.Level.DEBUG, "A tmux server does not answer", e);
            return false;
        }
    }
}
