package dev.nudge.jobs;

import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.store.AtOnce.Step;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The only owner of a job's state. Changes come one after the other, and are on disk before anyone
/// sees them; a start is there as its host has recorded it. Each job has a lock of its own, which
/// is held only while its own file is written.
public final class JobEntry {
    private static final Logger LOG = System.getLogger(JobEntry.class.getName());

    private final JobStore store;
    private final BiConsumer<Job, Job> changed;
    private final ReentrantLock pausing = new ReentrantLock();
    private final ReentrantLock killing = new ReentrantLock();
    private volatile Job job;
    private boolean isUnsaved;

    /// @param changed gets the job before and after every change, with the lock held
    public JobEntry(JobStore store, Job job, BiConsumer<Job, Job> changed) {
        this.store = store;
        this.changed = changed;
        this.job = job;
    }

    public Job job() {
        return job;
    }

    boolean isStarting() {
        return job.state().isStarting();
    }

    /// Returns the lock that is held while the job is paused or continued, so that its record and
    /// its processes agree. It is taken before the job's own lock.
    ReentrantLock pausing() {
        return pausing;
    }

    /// Returns the lock held while the job is killed or restarted in place. Taken before any other.
    ReentrantLock killing() {
        return killing;
    }

    /// Applies the change, makes it durable, and returns whether it changed anything. If it cannot
    /// be written (IOException), the job is unchanged.
    public synchronized boolean apply(UnaryOperator<Job> change) throws IOException {
        Job before = job;
        Job next = change.apply(before);
        if (next.equals(before)) {
            return false;
        }
        save(next);
        job = next;
        changed.accept(before, next);
        return true;
    }

    /// Applies a fact, such as an end, and returns whether it changed anything. If it cannot be
    /// written, it is kept in memory until [#saveAgain]; of an end, the host's record is durable.
    public synchronized boolean applyFact(UnaryOperator<Job> change) {
        try {
            return apply(change);
        } catch (IOException e) {
            Job before = job;
            store.settleExit(before.number());
            job = change.apply(before);
            keepInMemory(before, e);
            return true;
        }
    }

    /// Records a start that was found after `seen`, unless it is known or of an earlier attempt.
    void recordStart(Job seen, Launch launch) {
        JobEvent started = new JobEvent.Started(launch);
        if (launch.cluster().isEmpty() && seen.state().isStarting()) {
            begun(j -> isSameAttempt(seen, j) ? j.after(started) : j);
        } else {
            applyFact(j -> isSameAttempt(seen, j) ? putBack(j, launch).after(started) : j);
        }
    }

    /// Returns whether a host has started the job, whatever its record says. Applies that start.
    boolean hasStarted() {
        return startOf(job).isPresent();
    }

    /// Returns the start that `seen` has, or else the one that its host has recorded, which is then
    /// applied. `seen` is the job before its end was looked for.
    Optional<Launch> startOf(Job seen) {
        if (seen.startedAt().isPresent()) {
            return seen.state().launched();
        }
        Optional<Launch> launch = store.readHost(seen.number()).map(HostRecord::launch);
        launch.ifPresent(start -> recordStart(seen, start));
        return launch;
    }

    void begun(Launch launch) {
        begun(j -> j.after(new JobEvent.Started(launch)));
    }

    /// Applies a start, and makes the job durable. The start itself need not be written: its host
    /// has recorded it, and a daemon that finds the job `starting` looks there.
    private synchronized void begun(UnaryOperator<Job> start) {
        Job before = job;
        try {
            Job next = start.apply(before);
            if (!next.equals(before)) {
                job = next;
                store.settleStart(next);
                changed.accept(before, next);
            }
        } catch (IOException e) {
            keepInMemory(before, e);
        }
    }

    private void keepInMemory(Job before, IOException cause) {
        LOG.log(
                Level.ERROR,
                "job {0} cannot be recorded and is kept in memory only: {1}",
                Long.toString(job.number()),
                Reasons.of(cause));
        isUnsaved = true;
        changed.accept(before, job);
    }

    /// Returns whether nudge has not started the command again in between.
    static boolean isSameAttempt(Job one, Job other) {
        return one.attempts().size() == other.attempts().size();
    }

    /// Returns the job as it was when its cluster had put it back, if that was not noticed.
    private static Job putBack(Job job, Launch launch) {
        int known = job.cluster().map(ClusterJob::restarts).orElse(0);
        return launch.cluster().filter(in -> in.restarts() > known).isPresent()
                ? job.after(new JobEvent.Requeued())
                : job;
    }

    /// Returns a job that is about to end, after its start, which the end may overtake: `launch`,
    /// as its host has recorded it, or else `place`, where its cluster has started it. A daemon may
    /// also have taken the job for one that its cluster has put back.
    static Job caughtUp(Job job, Optional<Launch> launch, Optional<ClusterJob> place) {
        return launch.<JobEvent>map(JobEvent.Started::new)
                .or(() -> place.map(JobEvent.Submitted::new))
                .map(job::after)
                .orElse(job);
    }

    synchronized void read(Consumer<Job> action) {
        action.accept(job);
    }

    /// Runs `action` if the job has ended; it is not restarted meanwhile. Returns whether it has.
    public synchronized boolean ifEnded(Step<Job> action) throws IOException {
        if (job.isEnded()) {
            action.run(job);
        }
        return job.isEnded();
    }

    /// Makes durable what could not be written earlier, if that is possible now.
    void saveAgain() {
        try {
            requireSaved();
        } catch (IOException e) {
            Reasons.warn(LOG, "job " + job.number() + " still cannot be recorded", e);
        }
    }

    synchronized void requireSaved() throws IOException {
        if (isUnsaved) {
            save(job);
        }
    }

    /// An end is durable before anyone learns of it: its host leaves that to this daemon.
    private void save(Job next) throws IOException {
        if (next.isEnded() && (isUnsaved || !job.isEnded())) {
            store.save(next);
        } else {
            store.saveEventually(next);
        }
        isUnsaved = false;
    }
}
