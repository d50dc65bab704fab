package dev.nudge.daemon;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Presence;
import dev.nudge.calls.AgentConversation;
import dev.nudge.calls.AgentWaits;
import dev.nudge.calls.AgentWorkbench;
import dev.nudge.calls.CommandCalls;
import dev.nudge.calls.JobAnswers;
import dev.nudge.calls.OutputCalls;
import dev.nudge.calls.OutputReading;
import dev.nudge.calls.VirtualCalls;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.console.AgentDesk;
import dev.nudge.console.CarrierConversation;
import dev.nudge.console.CommandRunner;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobStarter;
import dev.nudge.console.JobStopper;
import dev.nudge.console.JobWaits;
import dev.nudge.console.Services;
import dev.nudge.console.command.Commands;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.Executions;
import dev.nudge.jobs.ExitWatcher;
import dev.nudge.jobs.JobEnds;
import dev.nudge.jobs.JobKiller;
import dev.nudge.jobs.JobProcesses;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.Launcher;
import dev.nudge.jobs.Questions;
import dev.nudge.jobs.Starter;
import dev.nudge.jobs.Terminals;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.mcp.McpSession;
import dev.nudge.notify.Notifier;
import dev.nudge.notify.StatusLine;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import dev.nudge.upkeep.BinaryOutputs;
import dev.nudge.upkeep.DiskWatch;
import dev.nudge.upkeep.LimitWatch;
import dev.nudge.upkeep.LogBound;
import dev.nudge.upkeep.Retention;
import dev.nudge.watch.VirtualJobs;
import dev.nudge.watch.VirtualOrders;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The daemon: composed here, and served until it is stopped, has been idle for long, or is killed.
/// It owns no job process, so its end costs nothing: the next daemon adopts every host.
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Daemon.class.getName());
    private static final Duration SWEEP = Duration.ofSeconds(30);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration RETENTION = Duration.ofHours(1);
    private static final Duration ACCEPT_AGAIN = Duration.ofMillis(200);
    private static final Duration FIRST_SWEEP = Duration.ofSeconds(3);

    private final DaemonLock lock;
    private final Release release;
    private final ProcessTable processes = new ProcessTable();

    /// All jobs and waiting calls. No id is looked up among processes: those of jobs are numbers.
    private final ExecutionLifecycleService lifecycle =
            new ExecutionLifecycleService(System::nanoTime, _ -> false);

    private final ScheduledExecutorService timer;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final JobStore store;
    private final Jobs jobs;
    private final Agents agents;
    private final WaitingCalls waiting;
    private volatile boolean isListening = true;
    private final JobOutbox outbox;
    private final Presence presence = new Presence();
    private final Notifier notifier;
    private final StatusLine status;
    private final JobEnds ends = new JobEnds(lifecycle);
    private final DiskWatch disk;
    private final Starter starter;
    private final JobKiller killer;
    private final Terminals terminals;
    private final Retention retention;
    private final LimitWatch limits;
    private final LogBound logs;
    private final BinaryOutputs binaries;
    private final Questions questions;
    private final VirtualJobs virtual;
    private final ExitWatcher exits;
    private final CommandRunner commands;
    private final IdleExit idle;
    private final ClientLimit limit = new ClientLimit();
    private final DaemonSocket socket;

    /// Opens the state, adopts the jobs and listens.
    ///
    /// @param lock held by the caller, and released by it
    /// @param launcher the words that start nudge on this machine
    Daemon(
            Endpoint endpoint,
            DaemonLock lock,
            Settings settings,
            Release release,
            List<String> launcher)
            throws IOException {
        this.lock = lock;
        this.release = release;
        this.timer =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("timer").factory());
        StateDirectory state = StateDirectory.create(endpoint.state());
        this.store =
                new JobStore(state, () -> state.highest(processes.values(JobEnvironment.MARK)));
        JobProcesses family = new JobProcesses(store, processes);
        Executions executions = new Executions(lifecycle, family);
        this.disk = new DiskWatch(state.root(), this::diskChanged);
        this.status = new StatusLine(this::all, () -> disk.trouble().isPresent(), processes);
        this.jobs =
                new Jobs(
                        store,
                        new Launcher(endpoint, settings, state, store, launcher),
                        processes,
                        executions,
                        status::changed);
        this.agents = new Agents(processes, settings);
        this.notifier = new Notifier(settings, agents::surroundings);
        this.waiting = new WaitingCalls(lifecycle);
        this.outbox = new JobOutbox(jobs, store, state, processes, agents, waiting::agents);
        this.starter = new Starter(jobs, settings);
        this.binaries = new BinaryOutputs(store);
        this.terminals = new Terminals(store);
        this.killer = new JobKiller(jobs, lifecycle, family);
        this.retention = new Retention(jobs, store, settings, agents::isAlive, this::removed);
        this.limits = new LimitWatch(jobs, store, agents, killer, processes);
        this.logs = new LogBound(jobs, store, settings.maxLog());
        this.questions = new Questions(jobs, store, this::asks);
        this.virtual = new VirtualJobs(jobs, store, outbox::applyFound, this::asks);
        this.exits = new ExitWatcher(state.exits(), jobs::endIfOver, questions::look, this::sweep);
        exits.hearReceipts(state.receipts(), outbox::heard);
        this.commands = commands(launcher);
        this.idle = new IdleExit(settings.idleExit(), jobs::hasUnended, this::stop, timer);
        executions.onEnd(job -> logs.ended(job.number()));
        executions.onResult(outbox::report);
        executions.onEnd(notifier::ended);
        jobs.adopt();
        this.socket = DaemonSocket.open(endpoint, release, launcher);
        status.start();
        questions.lookAll();
        outbox.fill();
        // Only after all jobs are adopted: the bell of an unknown job would not be answered.
        exits.start();
    }

    private List<Job> all() {
        return jobs.all();
    }

    private void asks(Job job) {
        outbox.report(job);
        notifier.asks(job);
    }

    private void diskChanged() {
        status.changed();
        disk.trouble().ifPresent(text -> LOG.log(Level.WARNING, text));
    }

    private void sweep() {
        jobs.sweep();
        questions.lookAll();
        outbox.sweep(presence.all());
    }

    /// Passes on to an agent what agents before it in its place have not received.
    private void arrived(NudgeTarget agent) {
        outbox.passOn(agent);
        status.sawAgent(agent);
    }

    /// Tells clients where the daemon is. From now on they may connect.
    void publish() throws IOException {
        socket.publish();
    }

    /// Serves clients until [#stop] is called.
    void run() throws InterruptedException {
        repeat(FIRST_SWEEP, SWEEP, this::sweep);
        repeat(TICK, TICK, this::stopIfDisowned);
        repeat(TICK, TICK, this::stayReachable);
        repeat(TICK, TICK, limits::check);
        repeat(TICK, TICK, logs::check);
        repeat(TICK, TICK, disk::check);
        repeat(FIRST_SWEEP, RETENTION, retention::apply);
        killer.resume();
        virtual.resume();
        idle.touch();
        Thread.ofPlatform().daemon().name("accept").start(this::accept);
        stopped.await();
    }

    /// Stops if the lock's file is gone, since another daemon could then start beside this one.
    private void stopIfDisowned() {
        if (!lock.isStanding()) {
            LOG.log(
                    Level.ERROR,
                    "the state directory was removed: this daemon ends; the next call starts another");
            stop();
        }
    }

    /// Makes sure that clients can connect as long as this daemon has the lock, even if the socket
    /// is removed.
    private void stayReachable() {
        try {
            socket.restore();
        } catch (IOException e) {
            LOG.log(
                    Level.ERROR,
                    "nobody can connect any more, so this daemon ends; the next call starts another: {0}",
                    Reasons.of(e));
            stop();
        }
    }

    /// Repeats a task, and catches anything thrown, which would end the repetition.
    private void repeat(Duration first, Duration pause, Runnable task) {
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> LoopGuard.runBriefly(LOG, "a regular task", task),
                        first.toMillis(),
                        pause.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void accept() {
        try {
            while (isListening) {
                if (!LoopGuard.run(LOG, "accepting a client", this::acceptOne)) {
                    TimeUnit.MILLISECONDS.sleep(ACCEPT_AGAIN.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Accepts a client. No failure there ends the daemon, not even too many open files.
    private void acceptOne() throws InterruptedException {
        limit.await();
        boolean isServed = false;
        try {
            SocketChannel client = socket.accept();
            Thread.ofVirtual().name("conn").start(() -> serve(client));
            isServed = true;
        } catch (ClosedChannelException closed) {
            LOG.log(Level.DEBUG, "stopped listening");
            isListening = false;
        } catch (IOException e) {
            LOG.log(Level.ERROR, "a client cannot be accepted: {0}", Reasons.of(e));
            TimeUnit.MILLISECONDS.sleep(ACCEPT_AGAIN.toMillis());
        } finally {
            if (!isServed) {
                limit.left();
            }
        }
    }

    private void removed() {
        outbox.dropRemoved();
        binaries.forget(jobs.all().stream().map(Job::number).collect(Collectors.toSet()));
        status.changed();
    }

    private void serve(SocketChannel client) {
        boolean isUse = true;
        idle.clientCame();
        try {
            Optional<Hello> who = new Connection(client).serve(release, this::conversation, timer);
            isUse = who.filter(Hello::isOnlooker).isEmpty();
        } finally {
            idle.clientLeft(isUse);
            limit.left();
        }
    }

    private Conversation conversation(Hello hello, LineReader in, LineWriter out) {
        switch (hello.role()) {
            case Hello.CLI -> {
                return new StopConversation(in, out, this::stop);
            }
            case Hello.CARRIER, Hello.ONLOOKER -> {
                status.sawCaller(hello.environment().getOrDefault("TMUX", ""));
                return new CarrierConversation(hello, new FrameStream(in, out), commands);
            }
            default -> {
                return agent(hello, in, out);
            }
        }
    }

    private Conversation agent(Hello hello, LineReader in, LineWriter out) {
        AgentWorkbench workbench = workbench(hello);
        McpSession session = new McpSession(in, out, release.version(), workbench);
        return new AgentConversation(hello, session, workbench, agents, presence, this::arrived);
    }

    private AgentWorkbench workbench(Hello hello) {
        OutputReading outputs = new OutputReading(store, terminals);
        JobAnswers answers = new JobAnswers(outputs);
        AgentWaits waits = new AgentWaits(waiting, ends, outbox, outputs);
        CommandCalls commands =
                new CommandCalls(
                        hello,
                        agents,
                        starter,
                        jobs,
                        killer,
                        terminals,
                        questions,
                        this::arrived,
                        waits,
                        answers);
        VirtualOrders orders = new VirtualOrders(jobs, store, virtual);
        return new AgentWorkbench(
                hello,
                agents,
                jobs,
                commands,
                new OutputCalls(jobs, outputs),
                new VirtualCalls(hello, orders, jobs, waits, answers),
                waits,
                answers);
    }

    private CommandRunner commands(List<String> launcher) {
        JobReports reports = new JobReports(jobs, agents, store, binaries, terminals, disk);
        return new Commands(
                new Services(
                        reports,
                        new JobStarter(jobs, starter, presence, store, reports),
                        new JobStopper(jobs, killer),
                        retention,
                        new JobWaits(jobs, ends::of, reports::ended, disk),
                        new AgentDesk(agents, presence, outbox, waiting),
                        launcher));
    }

    /// Asks the daemon to end; [#run] returns then.
    void stop() {
        stopped.countDown();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        exits.close();
        outbox.close();
        notifier.close();
        status.close();
        timer.shutdownNow();
    }
}
