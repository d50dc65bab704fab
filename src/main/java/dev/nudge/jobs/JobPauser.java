package dev.nudge.jobs;

import dev.nudge.engine.Engine;
import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.Engines;
import dev.nudge.engine.Polling;
import dev.nudge.engine.local.JobProcesses;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobEvent.PauseBegun;
import dev.nudge.job.JobEvent.PauseEnded;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessId;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Pauses jobs that run, and lets them continue. The record comes before the first SIGSTOP, and
/// changes again after the last SIGCONT: no process is ever stopped without a record that says so.
/// A daemon that finds a paused job stops its processes once more, since an earlier daemon may have
/// been killed in between; or it lets them continue, if the record says so.
public final class JobPauser {
    private static final Logger LOG = System.getLogger(JobPauser.class.getName());

    private static final Duration STARTING = Duration.ofSeconds(10);

    private final Jobs jobs;
    private final Engines engines;
    private final JobProcesses processes;

    /// The jobs whose processes are still to be stopped, or to continue, since that was not
    /// possible, by number. Their records say that they are paused, and which it is.
    private final Set<Long> pending = ConcurrentHashMap.newKeySet();

    public JobPauser(Jobs jobs, Engines engines, JobProcesses processes) {
        this.jobs = jobs;
        this.engines = engines;
        this.processes = processes;
    }

    private interface Step<T> {
        T take() throws IOException;
    }

    /// Takes a step to pause or to continue a job, under the lock for that. A step that failed
    /// because the cluster cannot be reached is taken again later.
    private <T> T exclusively(JobEntry entry, boolean isPause, Step<T> step) throws IOException {
        long number = entry.job().number();
        entry.pausing().lock();
        try {
            pending.remove(number);
            return step.take();
        } catch (UnreachableException e) {
            if (!isPause) {
                entry.applyFact(job -> job.after(new JobEvent.ContinueRequested()));
            }
            pending.add(number);
            throw new UnreachableException(
                    "Job %d has not been %s yet, since its cluster cannot be reached: %s. nudge will try again by itself."
                            .formatted(number, isPause ? "paused" : "continued", Reasons.of(e)));
        } finally {
            entry.pausing().unlock();
        }
    }

    /// Pauses a job, perhaps together with its group. Blocks until its processes are stopped.
    /// Returns whether it is paused now: not if it has ended, or is being stopped.
    ///
    /// @throws UnreachableException if its cluster cannot be reached: then it is recorded as
    ///   paused, and its processes are stopped later
    /// @throws IOException if it cannot be recorded, or no signal can be sent: then it runs, or
    ///   continues as soon as possible; or if some of its processes cannot be stopped
    public boolean pause(JobEntry entry, boolean isWithGroup) throws IOException {
        return pause(entry, isWithGroup, false);
    }

    private boolean pause(JobEntry entry, boolean isWithGroup, boolean isOutage)
            throws IOException {
        Set<ProcessId> moving =
                exclusively(entry, true, () -> pauseAlone(entry, isWithGroup, isOutage));
        if (!moving.isEmpty()) {
            throw new IOException(
                    "Job %d is paused, but %d of its processes could not be stopped, for example %d. Perhaps they belong to another user."
                            .formatted(
                                    entry.job().number(),
                                    moving.size(),
                                    moving.iterator().next().pid()));
        }
        return entry.job().isPaused();
    }

    private Set<ProcessId> pauseAlone(JobEntry entry, boolean isWithGroup, boolean isOutage)
            throws IOException {
        jobs.endIfOver(entry.job().number());
        Duration age = processes.age(entry.job());
        Instant now = Instant.now();
        boolean wasPaused = entry.job().isPaused();
        boolean _ = entry.apply(job -> job.after(new PauseBegun(now, ran(job, age), isWithGroup)));
        try {
            return stop(entry, isOutage);
        } catch (IOException e) {
            // If its cluster cannot be reached, it is paused as soon as that is possible.
            if (!wasPaused && !(e instanceof UnreachableException)) {
                undoPause(entry);
            }
            throw e;
        }
    }

    private void undoPause(JobEntry entry) {
        try {
            boolean _ = resumeAlone(entry, false);
        } catch (IOException _) {
            entry.applyFact(job -> job.after(new JobEvent.ContinueRequested()));
            pending.add(entry.job().number());
        }
    }

    private Engine engine(JobEntry entry) {
        return engines.of(entry.job());
    }

    private static Duration ran(Job job, Duration age) {
        Pauses pauses = job.state().launched().map(Launch::pauses).orElse(Pauses.NONE);
        return age.minus(pauses.total());
    }

    private Set<ProcessId> stop(JobEntry entry, boolean isOutage) throws IOException {
        if (!entry.job().isPaused()) {
            return Set.of();
        }
        requireReachable(entry, isOutage);
        Set<ProcessId> moving = engine(entry).signal(entry.job(), Signal.STOP).moving();
        if (!entry.job().isPaused()) {
            // It was asked to stop meanwhile, for which it must run; or it has ended.
            var _ = engine(entry).signal(entry.job(), Signal.CONT);
            return Set.of();
        }
        return moving;
    }

    /// Lets a job continue, and returns whether it was paused.
    ///
    /// @throws UnreachableException if its cluster cannot be reached: then it is recorded that it
    ///   is to continue, which it does later
    /// @throws IOException if no signal can be sent; then it is still paused
    public boolean resume(JobEntry entry) throws IOException {
        // Its record says so before any of its processes is stopped.
        return resume(entry, false);
    }

    private boolean resume(JobEntry entry, boolean isOutage) throws IOException {
        return entry.job().isPaused()
                && exclusively(entry, false, () -> resumeAlone(entry, isOutage));
    }

    private boolean resumeAlone(JobEntry entry, boolean isOutage) throws IOException {
        if (!entry.job().isPaused()) {
            return false;
        }
        requireReachable(entry, isOutage);
        Duration age = processes.age(entry.job());
        Instant now = Instant.now();
        var _ = engine(entry).signal(entry.job(), Signal.CONT);
        return entry.applyFact(job -> job.after(new PauseEnded(now, age)));
    }

    /// @param isOutage whether the cluster of another job could not be reached just now: then that
    ///   of this one is not tried if it could not be reached the last time either
    private void requireReachable(JobEntry entry, boolean isOutage) throws UnreachableException {
        Optional<String> outage =
                isOutage ? engine(entry).status(entry.job()).outage() : Optional.empty();
        if (outage.isPresent()) {
            throw new UnreachableException(outage.get());
        }
    }

    /// Pauses the jobs of a group that run, or are being started. The message of an IOException
    /// says which could not be paused, and why.
    public void pauseGroup(String group) throws IOException {
        List<JobEntry> members = members(group);
        var _ = Polling.await(STARTING, () -> members.stream().noneMatch(JobEntry::isStarting));
        forEach(
                members,
                (entry, isOutage) -> {
                    if (!pause(entry, true, isOutage) && entry.isStarting()) {
                        throw new IOException(
                                "Job %d is still starting, and was not paused."
                                        .formatted(entry.job().number()));
                    }
                });
    }

    /// Lets the jobs continue that were paused together with this group; fails as [#pauseGroup].
    public void resumeGroup(String group) throws IOException {
        forEach(
                members(group),
                (entry, isOutage) -> {
                    if (entry.job().state().isPausedWithGroup()) {
                        boolean _ = resume(entry, isOutage);
                    }
                });
    }

    private interface GroupStep {
        void take(JobEntry entry, boolean isOutage) throws IOException;
    }

    private static void forEach(List<JobEntry> members, GroupStep step) throws IOException {
        List<String> complaints = new ArrayList<>();
        boolean isOutage = false;
        for (JobEntry entry : members) {
            try {
                step.take(entry, isOutage);
            } catch (IOException e) {
                isOutage |= e instanceof UnreachableException;
                complaints.add(Reasons.of(e));
            }
        }
        if (!complaints.isEmpty()) {
            throw new IOException(String.join("\n", complaints));
        }
    }

    private List<JobEntry> members(String group) {
        return jobs.unended()
                .filter(entry -> entry.job().spec().virtual().isEmpty())
                .filter(entry -> !entry.job().isQueued())
                .filter(entry -> entry.job().spec().queueing().group().equals(group))
                .toList();
    }

    /// Does what the records of paused jobs say, and an earlier daemon may not have done.
    public void recover() {
        jobs.unended()
                .map(JobEntry::job)
                .filter(Job::isPaused)
                .forEach(job -> pending.add(job.number()));
        retry();
    }

    private void tryAgain(JobEntry entry) {
        entry.pausing().lock();
        try {
            if (!pending.remove(entry.job().number())) {
                return;
            }
            if (entry.job().state().paused().filter(pause -> pause.isToContinue()).isPresent()) {
                boolean _ = resume(entry);
            } else {
                Set<ProcessId> _ = exclusively(entry, true, () -> stop(entry, false));
            }
        } catch (IOException e) {
            pending.add(entry.job().number());
            Reasons.warn(
                    LOG,
                    "job %d is paused, but not all of its processes are as they should be"
                            .formatted(entry.job().number()),
                    e);
        } finally {
            entry.pausing().unlock();
        }
    }

    /// Tries the failed steps again, unless their cluster still cannot be reached. Does not block.
    void retry() {
        pending.removeIf(
                number -> jobs.find(number).filter(entry -> entry.job().isPaused()).isEmpty());
        for (long number : pending) {
            jobs.find(number)
                    .filter(entry -> engines.isReachable(entry.job()))
                    .ifPresent(entry ->
                            Thread.ofVirtual()
                                    .name("pause-" + number)
                                    .start(() -> tryAgain(entry)));
        }
    }
}
