package dev.nudge.notify;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.job.record.JobCounts;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessTable;
import dev.nudge.process.TrustedPath;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Keeps the counts of the jobs that `nudge ps` lists in the option `@nudge` of every tmux server
/// that contained an agent of a job, or from which nudge was called. Changes in quick succession
/// need one tmux call per server; without a change there is none.
public final class StatusLine implements AutoCloseable {
    private static final Logger LOG = System.getLogger(StatusLine.class.getName());
    private static final String OPTION = "@nudge";
    private static final Duration SPACING = Duration.ofMillis(200);
    private static final Duration REST = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofSeconds(2);

    /// Longer than a call of tmux may take: what it shows stays when nobody counts any more.
    private static final Duration END = Duration.ofSeconds(5);

    private final Supplier<? extends Collection<Job>> jobs;
    private final BooleanSupplier isDiskFull;
    private final ProcessTable processes;
    private final Semaphore changes = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Set<Server> callers = ConcurrentHashMap.newKeySet();

    /// The text that each server shows. Like `resting`, used only by the one thread.
    private final Map<Server, String> shown = new HashMap<>();

    /// Servers that did not answer, and until when they rest, by [System#nanoTime()].
    private final Map<Server, Long> resting = new HashMap<>();

    private final Thread thread = Thread.ofVirtual().name("status-line").unstarted(this::run);

    private record Server(String socket, long pid) {}

    public StatusLine(
            Supplier<? extends Collection<Job>> jobs,
            BooleanSupplier isDiskFull,
            ProcessTable processes) {
        this.jobs = jobs;
        this.isDiskFull = isDiskFull;
        this.processes = processes;
    }

    public void start() {
        changed();
        thread.start();
    }

    /// Signals that a job has changed. Never blocks.
    public void changed() {
        changes.release();
    }

    /// Adds the tmux server of a caller. Never blocks.
    ///
    /// @param tmux the variable TMUX of a process in it: `<socket>,<pid>,<session>`; may be empty
    public void sawCaller(String tmux) {
        String[] fields = tmux.split(",", -1);
        if (fields.length == 3
                && fields[0].startsWith("/")
                && fields[1].matches("\\d{1,9}")
                && callers.add(new Server(fields[0], Long.parseLong(fields[1])))) {
            changed();
        }
    }

    public void sawAgent(NudgeTarget agent) {
        if (agent.hasPane() && callers.add(server(agent))) {
            changed();
        }
    }

    private void run() {
        try {
            while (true) {
                awaitChange();
                changes.drainPermits();
                boolean isLast = closing.getCount() == 0;
                if (!LoopGuard.runBriefly(LOG, "the status line", () -> show(isLast))) {
                    boolean _ = closing.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                    changed();
                }
                if (isLast) {
                    return;
                }
                boolean _ = closing.await(SPACING.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitChange() throws InterruptedException {
        if (resting.isEmpty()) {
            changes.acquire();
        } else {
            boolean _ = changes.tryAcquire(REST.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void show(boolean isLast) {
        Collection<Job> all = jobs.get();
        JobCounts counts = JobCounts.of(all, job -> job.nudge().isOpen());
        String text = isLast ? counts.ended().line(false) : counts.line(isDiskFull.getAsBoolean());
        Set<Server> servers = servers(all);
        shown.keySet().retainAll(servers);
        resting.keySet().retainAll(servers);
        servers.forEach(s -> show(s, text));
    }

    private Set<Server> servers(Collection<Job> all) {
        Set<Server> servers = new HashSet<>();
        all.forEach(j -> j.target().map(StatusLine::server).ifPresent(servers::add));
        servers.addAll(callers);
        // TMUX may name anything. A caller may be added at any moment: only servers that were
        // checked are removed.
        Set<Server> unusable =
                servers.stream()
                        .filter(s ->
                                processes.identify(s.pid()).isEmpty()
                                        || TrustedPath.objection(Path.of(s.socket())).isPresent())
                        .collect(Collectors.toSet());
        callers.removeAll(unusable);
        servers.removeAll(unusable);
        return servers;
    }

    private static Server server(NudgeTarget agent) {
        return new Server(agent.socket(), agent.serverPid());
    }

    private void show(Server server, String text) {
        if (text.equals(shown.get(server))
                || resting.getOrDefault(server, Long.MIN_VALUE) > System.nanoTime()) {
            return;
        }
        try {
            new Tmux(Path.of(server.socket())).setUserOption(OPTION, text);
            shown.put(server, text);
            resting.remove(server);
        } catch (TmuxException e) {
            LOG.log(Level.WARNING, "a status line is not up to date: {0}", e.getMessage());
            resting.put(server, System.nanoTime() + REST.toNanos());
        }
    }

    /// Stops. Running jobs are no longer shown, since nobody counts them after that.
    @Override
    public void close() {
        closing.countDown();
        changed();
        try {
            boolean _ = thread.join(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
