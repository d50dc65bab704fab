package dev.nudge.engine.local;

import dev.nudge.engine.Engine;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.JobStart;
import dev.nudge.engine.Look;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Runs commands on this machine, each with a host that outlives the daemon.
public final class LocalEngine implements Engine {
    private static final Logger LOG = System.getLogger(LocalEngine.class.getName());

    private final JobStore store;
    private final Launcher launcher;
    private final JobProcesses processes;
    private final Hosts hosts;

    public LocalEngine(
            JobStore store, Launcher launcher, JobProcesses processes, ProcessTable table) {
        this.store = store;
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
    public Fit fit(boolean isOnTerminal, Bounds bounds) {
        return launcher.fit(bounds);
    }

    @Override
    public Map<Long, StartOutcome> start(List<JobStart> starts) {
        return starts.stream()
                .collect(Collectors.toMap(start -> start.job().number(), launcher::launch));
    }

    @Override
    public Look look(Job job) {
        if (job.isEnded()) {
            return Look.ended(hosts.mayStillRecord(job));
        }
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
    public Status status(Job job) {
        Optional<String> words =
                job.state().isUnderWay()
                        ? hosts.trouble(store.readHost(job.number()))
                        : Optional.empty();
        return new Status(words, Optional.empty());
    }

    @Override
    public void end(Job job, Duration grace) {
        processes.end(job, grace);
    }

    @Override
    public Signalled signal(Job job, Signal signal) throws IOException {
        return processes.signal(job.number(), signal);
    }
}
