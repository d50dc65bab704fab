package dev.nudge.engine.local;

import dev.nudge.engine.Engine;
import dev.nudge.engine.Engine.Fit;
import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.exec.HostOrder;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.JobHost;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.bounds.BoundWays;
import dev.nudge.job.Bounds;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Signal;
import dev.nudge.job.WindowSize;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.JobStore.MalformedRecordException;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Runs commands on this machine, each with a host that outlives the daemon.
public final class LocalEngine implements Engine {
    private static final Logger LOG = System.getLogger(LocalEngine.class.getName());

    private static final Duration BEGINNING = Duration.ofSeconds(15);

    private final Endpoint endpoint;
    private final Settings settings;
    private final StateDirectory state;
    private final JobStore store;
    private final List<String> program;
    private final JobHost host;
    private final BoundWays bounds = BoundWays.here();
    private final JobProcesses processes;
    private final ProcessTable table;

    /// @param program the words that start nudge
    /// @param withheld gives the variables that no job gets
    public LocalEngine(
            Endpoint endpoint,
            Settings settings,
            StateDirectory state,
            JobStore store,
            List<String> program,
            Supplier<Set<String>> withheld,
            JobProcesses processes) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.state = state;
        this.store = store;
        this.program = List.copyOf(program);
        this.host = JobHost.install(state.root(), Path.of(program.getFirst()), withheld);
        this.processes = processes;
        this.table = processes.table();
    }

    @Override
    public String name() {
        return Engines.LOCAL;
    }

    @Override
    public EngineChoice choice(List<String> options, Map<String, String> environment) {
        if (!options.isEmpty()) {
            throw new IllegalArgumentException(
                    "--option is for groups of a cluster; this one runs its jobs on this machine");
        }
        return EngineChoice.LOCAL;
    }

    @Override
    public Fit fit(boolean isOnTerminal, Bounds asked) {
        return new Fit(bounds.chosen(asked), bounds.obstacle(asked));
    }

    @Override
    public Map<Long, StartOutcome> start(List<JobStart> starts) {
        return starts.stream()
                .collect(Collectors.toMap(start -> start.job().number(), this::launch));
    }

    private StartOutcome launch(JobStart start) {
        JobDirectory directory = start.directory();
        JobSpec spec = start.job().spec();
        LaunchOrder given = start.order();
        try {
            HostOrder order =
                    new HostOrder(
                                    spec,
                                    given.inherited(),
                                    start.input(),
                                    System.getenv().getOrDefault("PATH", ""))
                            .with(given.inherited());
            spec.terminal()
                    .ifPresent(size -> addTerminal(order, directory, size, given.environment()));
            order.with(bounds.orders(spec.limits().bounds(), directory.number()));
            if (start.hasTicket()) {
                order.ticket(directory.ticket());
            }
            return host.start(
                    directory.path(),
                    state.exits().resolve(Long.toString(directory.number())),
                    order,
                    given.environment(),
                    () -> pid(directory));
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        }
    }

    private OptionalLong pid(JobDirectory directory) {
        return store.readHost(directory.number()).stream()
                .mapToLong(host -> host.command().pid())
                .findFirst();
    }

    private void addTerminal(
            HostOrder order,
            JobDirectory directory,
            WindowSize size,
            Map<String, String> environment) {
        Settings here = settings.in(environment);
        if (!here.pty()) {
            order.noTerminal(here.nameOf(Setting.PTY) + " is off");
            return;
        }
        List<String> words = new ArrayList<>(program);
        words.addAll(
                List.of(
                        "holder",
                        directory.path().toString(),
                        endpoint.jobSocket(directory.number()).toString(),
                        size.toString()));
        order.holder(words);
    }

    @Override
    public Look look(Job job) {
        if (job.isEnded()) {
            return Look.NOTHING;
        }
        try {
            return look(job, store.findHost(job.number()));
        } catch (IOException e) {
            Reasons.warn(LOG, "job " + job.number() + ": its host cannot be looked at now", e);
            return Look.NOTHING;
        }
    }

    private Look look(Job job, Optional<HostRecord> found) throws IOException {
        if (found.isEmpty() && mayStillStart(job)) {
            return Look.NOTHING;
        }
        // It may have recorded the start, and ended, since it was looked for.
        Optional<HostRecord> host = found.isPresent() ? found : store.findHost(job.number());
        Look look = Look.started(host.map(HostRecord::launch));
        Optional<String> loss = loss(host);
        if (loss.isEmpty()) {
            return look;
        }
        ExitRecord end =
                store.readUnfinishedExit(job.number())
                        .orElseGet(() ->
                                new ExitRecord(new ExitStatus.Lost(loss.get()), Instant.now()));
        return look.over(end, Optional.empty());
    }

    @Override
    public Status status(Job job) {
        boolean isUnwatched =
                job.state().isUnderWay()
                        && store.readHost(job.number())
                                .filter(h -> !table.isOtherBoot(h.bootId()))
                                .filter(h -> table.isGone(h.host()) && table.isAlive(h.command()))
                                .isPresent();
        return new Status(
                Optional.of("host is gone, so its exit code will not be known")
                        .filter(_ -> isUnwatched),
                Optional.empty());
    }

    @Override
    public void end(Job job, Duration grace) {
        processes.end(job, grace);
    }

    @Override
    public Signalled signal(Job job, Signal signal) throws IOException {
        return processes.signal(job.number(), signal);
    }

    /// Returns whether the host may still be starting, as it waits for a terminal, disk or systemd.
    private boolean mayStillStart(Job job) {
        return job.state().isStarting()
                && (Duration.between(store.savedAt(job), Instant.now()).abs().compareTo(BEGINNING)
                                < 0
                        || isAtWork(job));
    }

    @Override
    public boolean isBeingRecorded(Job job) {
        try {
            return store.readExit(job.number()).isEmpty() && isAtWork(job);
        } catch (MalformedRecordException e) {
            return false; // as after a loss of power, when the job's own record holds the end
        } catch (IOException e) {
            return true;
        }
    }

    /// Returns whether there is a host of the job, or may be one. Reads the whole process table.
    private boolean isAtWork(Job job) {
        String directory = store.directory(job.number()).path().toString();
        try {
            return table.values(JobEnvironment.HOST_MARK).contains(directory);
        } catch (IOException e) {
            return true;
        }
    }

    /// Returns why nobody will record the end that has not been recorded yet; empty if somebody
    /// may.
    private Optional<String> loss(Optional<HostRecord> host) {
        if (host.isEmpty()) {
            return Optional.of("its start was interrupted");
        }
        if (table.isOtherBoot(host.get().bootId())) {
            return Optional.of(ExitStatus.Lost.BY_REBOOT.reason());
        }
        boolean isGone = table.isGone(host.get().host()) && table.isGone(host.get().command());
        return isGone ? Optional.of("the process that watched it was killed") : Optional.empty();
    }
}
