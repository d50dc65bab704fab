package dev.nudge.engine.local;

import dev.nudge.engine.Engine;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.JobStart;
import dev.nudge.engine.Look;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Signal;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Runs commands on this machine, each with a host that outlives the daemon.
public final class LocalEngine implements Engine {
    private static final Logger LOG = System.getLogger(LocalEngine.class.getName());

    private final JobStore store;
    private final QueueStore orders;
    private final Launcher launcher;
    private final JobProcesses processes;
    private final Hosts hosts;

    public LocalEngine(
            JobStore store,
            QueueStore orders,
            Launcher launcher,
            JobProcesses processes,
            ProcessTable table) {
        this.store = store;
        this.orders = orders;
        this.launcher = launcher;
        this.processes = processes;
        this.hosts = new Hosts(store, table);
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
    public Optional<String> obstacle(boolean isOnTerminal, Bounds bounds) {
        return launcher.obstacle(bounds);
    }

    @Override
    public Optional<String> unavailability(EngineChoice choice) {
        return Optional.empty();
    }

    @Override
    public Bounds bounds(JobSpec spec) {
        return launcher.bounds(spec);
    }

    @Override
    public StartOutcome start(JobStart start) {
        return launcher.launch(start);
    }

    @Override
    public Map<Long, StartOutcome> recover(EngineChoice place, Collection<Job> jobs) {
        Map<Long, StartOutcome> outcomes = new HashMap<>();
        for (Job job : jobs) {
            try {
                outcomes.put(
                        job.number(),
                        orders.revokeTicket(store.directory(job.number()))
                                ? new StartOutcome.Postponed("an earlier daemon was killed")
                                : new StartOutcome.Taken());
            } catch (IOException e) {
                LOG.log(Level.WARNING, "job {0}: {1}", Long.toString(job.number()), Reasons.of(e));
            }
        }
        return outcomes;
    }

    @Override
    public boolean withdraw(Job job) {
        return job.isQueued();
    }

    @Override
    public void release(Job job) {
        orders.removeTickets(store.directory(job.number()));
    }

    @Override
    public void refresh(Collection<Job> jobs) {
        // Everything is read when it is looked at.
    }

    @Override
    public Look look(Job job) {
        try {
            return look(job, store.findHost(job.number()));
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: its host cannot be looked at now: {1}",
                    job.number(),
                    Reasons.of(e));
            return Look.NOTHING;
        }
    }

    private Look look(Job job, Optional<HostRecord> found) throws IOException {
        if (found.isEmpty() && hosts.mayStillStart(job)) {
            return Look.NOTHING;
        }
        // It may have recorded the start, and ended, since it was looked for.
        Optional<HostRecord> host = found.isPresent() ? found : store.findHost(job.number());
        Look look = Look.started(host.map(HostRecord::launch));
        Optional<String> loss = hosts.loss(host);
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
    public boolean isBeingRecorded(Job job) throws IOException {
        return store.readExit(job.number()).isEmpty() && hosts.isAtWork(job);
    }

    @Override
    public Optional<String> condition(Job job) {
        return job.isEnded() || job.state().isWaiting()
                ? Optional.empty()
                : hosts.trouble(store.readHost(job.number()));
    }

    @Override
    public boolean isActive(Job job) {
        try {
            return !processes.living(job.number()).isEmpty();
        } catch (IOException e) {
            // Only what is known to be over need not be killed.
            return true;
        }
    }

    @Override
    public void end(Job job, Duration grace) {
        processes.end(job, grace);
    }

    @Override
    public Set<ProcessId> living(Job job) {
        try {
            return processes.living(job.number());
        } catch (IOException e) {
            throw new UncheckedIOException("its processes cannot be found: " + Reasons.of(e), e);
        }
    }

    @Override
    public boolean isReachable(Job job) {
        return processes.isKnown(job.number());
    }

    @Override
    public int signal(Job job, Signal signal) throws IOException {
        return processes.signal(job.number(), signal);
    }

    @Override
    public Set<ProcessId> pause(Job job) throws IOException {
        return processes.pause(job.number());
    }

    @Override
    public void proceed(Job job) throws IOException {
        processes.proceed(job.number());
    }

    @Override
    public Duration age(Job job) {
        return processes.age(job.number());
    }
}
