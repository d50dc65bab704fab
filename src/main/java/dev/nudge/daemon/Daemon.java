package dev.nudge.daemon;

import dev.nudge.agent.Agents;
import dev.nudge.calls.AgentCalls;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.console.Services;
import dev.nudge.console.command.Commands;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.Jobs;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessTable;
import dev.nudge.process.ProgramStart;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Settings;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import dev.nudge.upkeep.Upkeep;
import dev.nudge.web.WebPage;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The daemon. Puts its parts together, and serves until it is stopped, has been idle for long, or
/// is killed. It owns no process of a job, so its end costs nothing: the next daemon adopts every
/// host.
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Daemon.class.getName());
    private static final Duration SWEEP = Duration.ofSeconds(30);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final Duration FIRST_SWEEP = Duration.ofSeconds(3);
    private static final Duration CACHES = Duration.ofSeconds(5);

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("timer").factory());
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Endpoint endpoint;
    private final DaemonLock lock;
    private final Release release;
    private final List<String> launcher;
    private final JobControl control;
    private final Upkeep upkeep;
    private final NewsFeed feed;
    private final UserSocket socket;
    private final Clients clients;
    private final WebPage page;

    /// Opens the state, adopts the jobs and listens. The lock stays the caller's.
    ///
    /// @param launcher the words that start nudge on this machine
    Daemon(
            Endpoint endpoint,
            DaemonLock lock,
            Settings settings,
            Release release,
            List<String> launcher)
            throws IOException {
        this.endpoint = endpoint;
        this.lock = lock;
        this.release = release;
        this.launcher = launcher;
        StateDirectory state = StateDirectory.create(endpoint.state());
        Agents agents = new Agents(new ProcessTable(), settings);
        Supplier<Set<String>> withheld = agents.kinds()::withheld;
        this.control = JobControl.create(endpoint, state, settings, launcher, withheld);
        Jobs jobs = control.jobs();
        WaitingCalls waiting = new WaitingCalls(control.lifecycle());
        JobOutbox outbox =
                new JobOutbox(
                        jobs,
                        control.store(),
                        state,
                        control.processes(),
                        agents,
                        () ->
                                waiting.agents()
                                        .filter(agent -> !agents.hooks(agent).cancelsCalls()));
        // Before the feed, so that the log of an ended job is bounded before the end is reported.
        this.upkeep = new Upkeep(control, state, settings, agents, outbox::dropRemoved);
        this.feed = new NewsFeed(control, outbox, state, settings, agents, upkeep.disk());
        AgentCalls calls =
                new AgentCalls(control, agents, outbox, waiting, feed.watches(), feed::arrived);
        Services services = Services.of(control, agents, outbox, waiting, upkeep, launcher);
        // A cycle: clients, pages and idleness end the daemon of which they are parts.
        BooleanSupplier isBusy = () -> jobs.unended().findAny().isPresent();
        IdleExit idle = new IdleExit(settings.idleExit(), isBusy, this::stop, timer);
        this.page = new WebPage(state.page(), settings, release.version(), services, idle);
        jobs.adopt();
        this.socket = UserSocket.bind(endpoint.socket());
        this.clients =
                new Clients(
                        socket,
                        release,
                        new ClientRoles(
                                calls,
                                new Commands(services, page),
                                feed,
                                release,
                                withheld,
                                this::stop),
                        idle,
                        timer);
        feed.start();
    }

    /// Writes the files in which clients find the daemon.
    void publish() throws IOException {
        Endpoint.Running me =
                new Endpoint.Running(
                        ProcessHandle.current().pid(),
                        release.version(),
                        release.build(),
                        socket.path().toString());
        AtomicFile.replaceAnyhow(endpoint.launcher(), bytes(String.join("\n", launcher) + "\n"));
        AtomicFile.replaceAnyhow(endpoint.info(), bytes(Wire.write(me)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Serves clients until [#stop] is called.
    void run() throws InterruptedException {
        repeat(FIRST_SWEEP, SWEEP, feed::sweep);
        repeat(TICK, TICK, this::stayReachable);
        repeat(TICK, TICK, upkeep::check);
        repeat(FIRST_SWEEP, RETENTION, upkeep.retention()::apply);
        var _ =
                timer.schedule(
                        () -> LoopGuard.runBriefly(LOG, "the caches", Daemon::makeStartUpCaches),
                        CACHES.toMillis(),
                        TimeUnit.MILLISECONDS);
        control.queue().start();
        control.clusters().start();
        control.pauser().recover();
        control.killer().resume();
        feed.watches().resume();
        clients.start();
        page.resume();
        stopped.await();
    }

    /// Starts the program that makes the caches with which Java programs start quickly, unless the
    /// installation contains them: the native front says in the property `nudge.caches` where they
    /// are missing. Does not wait for it: it is not part of the daemon, uses idle processors only,
    /// and ensures that only one runs.
    private static void makeStartUpCaches() {
        String folder = System.getProperty("nudge.caches", "");
        if (folder.isEmpty()) {
            return;
        }
        Path home = Path.of(System.getProperty("nudge.home", ""));
        String train = home.resolve("libexec/train").toString();
        ProcessBuilder program =
                new ProcessBuilder("setsid", "--fork", "sh", train, home.toString(), folder)
                        .redirectInput(Redirect.from(new File("/dev/null")))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD);
        try {
            Process _ = ProgramStart.by(program::start);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the start-up caches cannot be made", e);
        }
    }

    /// Lets clients connect as long as this daemon has the lock: listens again if the socket was
    /// removed, and writes again where it listens if that is not recorded any more. Stops if the
    /// lock's file is gone: another daemon has its place, or may take it.
    private void stayReachable() {
        if (!lock.isStanding()) {
            LOG.log(
                    Level.ERROR,
                    "the state directory was removed: this daemon ends; the next call starts another");
            stop();
            return;
        }
        try {
            if (socket.restore() || !isPublished()) {
                publish();
                LOG.log(
                        Level.WARNING,
                        "the socket or its record had been removed; listening at {0}",
                        socket.path());
            }
        } catch (IOException e) {
            LOG.log(
                    Level.ERROR,
                    "nobody can connect, so this daemon ends; the next call starts another: {0}",
                    Reasons.of(e));
            stop();
        }
    }

    /// Returns whether the record names this process, or cannot be read now, as when too many files
    /// are open.
    private boolean isPublished() {
        long me = ProcessHandle.current().pid();
        return endpoint.lastDaemon()
                .map(named -> named.pid() == me)
                .orElseGet(() -> Files.exists(endpoint.info()));
    }

    /// Repeats a task, and catches what it throws, which would end the repetition.
    private void repeat(Duration first, Duration pause, Runnable task) {
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> LoopGuard.runBriefly(LOG, "a regular task", task),
                        first.toMillis(),
                        pause.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /// Asks the daemon to end; [#run] returns then.
    void stop() {
        stopped.countDown();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        page.end();
        control.queue().close();
        control.clusters().close();
        feed.close();
        timer.shutdownNow();
    }
}
