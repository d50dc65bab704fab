package dev.nudge.upkeep;

import dev.nudge.agent.Agents;
import dev.nudge.job.Job;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.Jobs;
import dev.nudge.process.LoopGuard;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import java.lang.System.Logger;
import java.util.stream.Collectors;

/// Puts the regular checks together, and runs them.
public final class Upkeep {
    private static final Logger LOG = System.getLogger(Upkeep.class.getName());

    /// The number of checks, which are a second apart, between two sweeps of control groups.
    private static final int SWEEP = 60;

    private final Jobs jobs;
    private final DiskWatch disk;
    private final BinaryOutputs binaries;
    private final Retention retention;
    private final LimitWatch limits;
    private final LogBound logs;
    private final Runnable whenRemoved;
    private final Runnable boundsSweep;
    private int checks;

    /// @param whenRemoved called when jobs were removed
    public Upkeep(
            JobControl control,
            StateDirectory state,
            Settings settings,
            Agents agents,
            Runnable whenRemoved) {
        this.jobs = control.jobs();
        this.whenRemoved = whenRemoved;
        this.boundsSweep = control::sweepBounds;
        JobStore store = control.store();
        this.disk = new DiskWatch(state.root());
        this.binaries = new BinaryOutputs(store);
        this.retention =
                new Retention(
                        jobs, store, control.admission(), settings, agents::isAlive, this::removed);
        this.limits = new LimitWatch(jobs, store, agents, control.killer(), control.processes());
        this.logs = new LogBound(jobs, store, settings.maxLog());
        control.onEnd(job -> logs.ended(job.number()));
    }

    private void removed() {
        whenRemoved.run();
        binaries.forget(jobs.all().stream().map(Job::number).collect(Collectors.toSet()));
    }

    /// Makes the checks that are due every second. If one fails, the others are still made.
    public void check() {
        boolean _ = LoopGuard.runBriefly(LOG, "the check of limits", limits::check);
        boolean _ = LoopGuard.runBriefly(LOG, "the check of logs", logs::check);
        boolean _ = LoopGuard.runBriefly(LOG, "the check of the disk", disk::check);
        if (checks++ % SWEEP == 0) {
            boolean _ = LoopGuard.runBriefly(LOG, "the sweep of control groups", boundsSweep);
        }
    }

    public DiskWatch disk() {
        return disk;
    }

    public BinaryOutputs binaries() {
        return binaries;
    }

    public Retention retention() {
        return retention;
    }
}
