package dev.nudge.upkeep;

import dev.nudge.agent.Agents;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobState.Launch;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.JobKiller;
import dev.nudge.jobs.Jobs;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.JobStore;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Stops jobs that have passed one of their limits. Time is measured by the monotonic clock; the
/// wall clock is used only for the age of a job that this daemon has adopted.
public final class LimitWatch {
    private static final Logger LOG = System.getLogger(LimitWatch.class.getName());

    private final Jobs jobs;
    private final JobStore store;
    private final Agents agents;
    private final JobKiller killer;
    private final ProcessTable processes;
    private final Map<Long, Activity> watched = new HashMap<>();

    public LimitWatch(
            Jobs jobs, JobStore store, Agents agents, JobKiller killer, ProcessTable processes) {
        this.jobs = jobs;
        this.store = store;
        this.agents = agents;
        this.killer = killer;
        this.processes = processes;
    }

    /// What is known of a job's times.
    ///
    /// @param startedAt when it started plus the length of all its pauses, by [System#nanoTime]
    /// @param wroteAt when the log was last seen to grow
    /// @param launch the start, with its pauses, to which these times belong
    private record Activity(long startedAt, long size, long wroteAt, Launch launch) {}

    /// Checks every running job that has limits. A failure concerns only one job. Not thread-safe.
    public void check() {
        watched.keySet().removeIf(n -> jobs.find(n).filter(LimitWatch::isWatched).isEmpty());
        jobs.unended()
                .filter(entry -> !entry.job().spec().limits().isNone())
                .forEach(entry -> {
                    String what = "the check of the limits of job " + entry.job().number();
                    boolean _ = LoopGuard.runBriefly(LOG, what, () -> check(entry));
                });
    }

    private static boolean isWatched(JobEntry entry) {
        return entry.job().state().isRunning() && !entry.job().spec().limits().isNone();
    }

    private void kill(JobEntry entry, String reason) {
        Thread.ofVirtual()
                .name("limit-" + entry.job().number())
                .start(() -> killer.kill(entry, reason, JobLimits.GRACE));
    }

    private void check(JobEntry entry) {
        Job job = entry.job();
        if (job.state().isRunning()) {
            Activity progress = progress(job, job.state().launched().orElseThrow());
            watched.put(job.number(), progress);
            passed(job.spec().limits(), progress)
                    .or(() -> hasLeft(job))
                    .ifPresent(reason -> kill(entry, reason));
        } else if (job.isQueued() || job.isRunning()) {
            hasLeft(job).ifPresent(reason -> kill(entry, reason));
        }
    }

    private Activity progress(Job job, Launch launch) {
        long now = System.nanoTime();
        long size = store.directory(job.number()).outputSize();
        Activity before = watched.get(job.number());
        if (before == null || !before.launch().equals(launch)) {
            long ran = Math.max(0, age(job) - launch.pauses().total().toNanos());
            // The file system may have another clock, but a job cannot be silent for longer than it
            // has run. After a pause, its silence begins anew.
            long silence = Math.min(ran, age(store.directory(job.number()).writtenAt()));
            long since = launch.pauses().lastEnd().map(LimitWatch::age).orElse(silence);
            return new Activity(now - ran, size, now - Math.min(silence, since), launch);
        }
        return size == before.size() ? before : new Activity(before.startedAt(), size, now, launch);
    }

    /// Returns how long the command has run, in nanoseconds: by its process, since the clock may
    /// have been set meanwhile; on another machine, whose processes count from its own boot, by the
    /// recorded time.
    private long age(Job job) {
        return store.readHost(job.number())
                .filter(host -> host.cluster().isEmpty())
                .map(host -> processes.age(host.command()).toNanos())
                .orElseGet(() -> age(job.state().launched().orElseThrow().at()));
    }

    /// Returns the time since a moment, in nanoseconds; 0 if it is in the future, since the clock
    /// was set back.
    private static long age(Instant since) {
        return Math.max(0, Duration.between(since, Instant.now()).toNanos());
    }

    private static Optional<String> passed(JobLimits limits, Activity progress) {
        if (isPassed(limits.timeout(), progress.startedAt())) {
            return limits.timeoutReason();
        }
        return isPassed(limits.silenceTimeout(), progress.wroteAt())
                ? limits.silenceReason()
                : Optional.empty();
    }

    private static boolean isPassed(Optional<Duration> limit, long since) {
        Duration time = Duration.ofNanos(System.nanoTime() - since);
        return limit.filter(most -> time.compareTo(most) >= 0).isPresent();
    }

    private Optional<String> hasLeft(Job job) {
        return job.spec().limits().lifeSpan() == LifeSpan.WITH_AGENT
                        && job.target().filter(agents::isAlive).isEmpty()
                ? Optional.of("its agent has ended")
                : Optional.empty();
    }
}
