package dev.nudge.jobs;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.JobStart.Before;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.Polling;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Bounds;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Records jobs that wait, and starts each once, whatever becomes of daemons and hosts. Before a
/// host is started, there is a ticket in the job's directory, and the record says `starting`. The
/// host takes the ticket, or ends. A daemon that finds a job `starting` takes the ticket back: if
/// it can, no host has started the command, and none will.
final class QueuedJobs {
    private static final Logger LOG = System.getLogger(QueuedJobs.class.getName());

    private static final Duration REPORTING = Duration.ofSeconds(5);

    private final Jobs jobs;
    private final JobStore store;
    private final QueueStore orders;
    private final Engines engines;
    private final Executions executions;

    QueuedJobs(
            Jobs jobs, JobStore store, QueueStore orders, Engines engines, Executions executions) {
        this.jobs = jobs;
        this.store = store;
        this.orders = orders;
        this.engines = engines;
        this.executions = executions;
    }

    /// Jobs whose first start a caller waits for: its answer says if that fails.
    private final Set<Long> awaited = ConcurrentHashMap.newKeySet();

    /// Whether clusters are being asked what they have of an earlier daemon.
    private final AtomicBoolean isRecovering = new AtomicBoolean();

    /// Records a job that waits, and whose start is awaited. Once this returns, the job survives
    /// the end of the machine; if it fails, nothing of the job is left.
    JobEntry add(WantedJob wanted) throws IOException {
        JobDirectory directory = store.allocate();
        Job job;
        try {
            orders.saveOrder(directory, wanted.kept(directory));
            job = queued(directory, wanted);
            store.save(job);
        } catch (IOException e) {
            store.remove(directory.number());
            throw e;
        }
        return begin(job);
    }

    /// Records a job of a block as one that waits. Only [JobStore#settle] makes that durable.
    Job writeInBlock(JobDirectory directory, WantedJob wanted) throws IOException {
        orders.writeOrder(directory, wanted.kept(directory));
        Job job = queued(directory, wanted);
        store.writeInBlock(job);
        return job;
    }

    private Job queued(JobDirectory directory, WantedJob wanted) throws IOException {
        return Job.queued(
                directory.number(), wanted.spec(), store.createdAt(directory), wanted.target());
    }

    JobEntry begin(Job job) {
        awaited.add(job.number());
        return jobs.begin(job);
    }

    /// Records that an ended job waits to be started again, as `wanted`. Once this returns, that
    /// survives the end of the machine; if it fails, the job has not changed.
    ///
    /// @throws IllegalArgumentException if it has not ended, or its end is not settled
    void restart(JobEntry entry, WantedJob wanted) throws IOException {
        JobDirectory directory = store.directory(entry.job().number());
        // What the host of a start that has failed records afterwards must not count for the next.
        if (engines.isBeingRecorded(entry.job()) || !executions.beginAgain(entry)) {
            throw unsettled(entry.job());
        }
        boolean isRestarted = false;
        try {
            orders.reopen(directory, entry.job().attempts().size() + 1);
            orders.saveOrder(directory, wanted.kept(directory));
            awaited.add(directory.number());
            isRestarted = entry.apply(job -> job.restarted(wanted.spec(), directory.outputSize()));
        } finally {
            if (!isRestarted) {
                awaited.remove(directory.number());
                store.removeOrder(directory.number());
                executions.abandon(entry);
            }
        }
        if (!isRestarted) {
            throw unsettled(entry.job());
        }
    }

    void awaitRecord(JobEntry entry) {
        var _ = Polling.await(REPORTING, () -> !engines.isBeingRecorded(entry.job()));
    }

    static IllegalArgumentException unsettled(Job job) {
        return new IllegalArgumentException(
                "Job %d has ended, but that is still being recorded or reported, so it cannot be restarted in place yet. Try again later, or start a new job like it: nudge restart %1$d"
                        .formatted(job.number()));
    }

    CommandEdit edit(JobEntry entry, Runnable release) throws IOException {
        return new CommandEdit(entry, store.directory(entry.job().number()), release);
    }

    /// Takes a job out of the queue: from now on it counts as running, and [#start] must follow.
    /// Returns false if it was held or ended meanwhile; if that cannot be recorded, it still waits.
    boolean take(JobEntry entry) throws IOException {
        long number = entry.job().number();
        closeLastAttempt(entry);
        if (entry.hasStarted()) {
            return false;
        }
        jobs.beginStart(number);
        boolean isTaken = false;
        try {
            orders.issueTicket(store.directory(number));
            Bounds bounds = engines.fit(engines.choice(entry.job()), entry.job().spec()).bounds();
            isTaken = entry.apply(job -> due(job, bounds));
            return isTaken;
        } finally {
            if (!isTaken) {
                jobs.finishStart(number);
                var _ = orders.revokeTicket(store.directory(number));
            }
        }
    }

    private static Job due(Job job, Bounds bounds) {
        Job due = job.after(new JobEvent.Due());
        return due.equals(job) ? job : due.withSpec(due.spec().with(bounds));
    }

    private void closeLastAttempt(JobEntry entry) throws IOException {
        int attempts = entry.job().attempts().size();
        if (attempts > 0) {
            entry.requireSaved();
            orders.closeAttempt(store.directory(entry.job().number()), attempts);
            store.silenceBell(entry.job().number());
        }
    }

    /// Stops waiting for a start. Returns true if its outcome is unknown: it is reported later.
    boolean leave(JobEntry entry) {
        return awaited.remove(entry.job().number());
    }

    /// Gives a job whose command could not be restarted its earlier record back, and returns why,
    /// unless that is reported in another way.
    Optional<String> undoRestart(JobEntry entry, Job before) {
        Job now = entry.job();
        if (now.attempts().size() != before.attempts().size() + 1
                || now.nudge().isOpen()
                || !(now.exitStatus().orElse(null)
                        instanceof ExitStatus.NotStarted(String reason))) {
            return Optional.empty();
        }
        // Those who are notified of the failure must not find the earlier end.
        var _ = Polling.await(REPORTING, () -> executions.isOver(now.number()));
        entry.applyFact(job -> job.equals(now) ? before : job);
        return Optional.of(reason);
    }

    /// Returns the array of a job that a cluster gets together with other tasks; else empty.
    Optional<Long> bundle(Job job) {
        return job.spec()
                .queueing()
                .task()
                .filter(_ -> !engines.choice(job).isLocal())
                .map(ArrayTask::first);
    }

    /// Starts jobs that have been taken: one, or several of a [#bundle]. Returns, after some
    /// milliseconds, when each runs and is recorded, or could not be started.
    void start(List<JobEntry> bundle) {
        Map<Long, StartOutcome> outcomes = launch(bundle.stream().map(JobEntry::job).toList());
        bundle.forEach(entry -> record(entry, outcomes.get(entry.job().number())));
    }

    private void record(JobEntry entry, @Nullable StartOutcome known) {
        JobDirectory directory = store.directory(entry.job().number());
        StartOutcome outcome =
                known == null ? new StartOutcome.Failed("nothing is known of its start") : known;
        // Before its end can be seen: then it may be restarted in place, and there is a new one.
        if (!isOrderKept(outcome, entry.job())) {
            store.removeOrder(directory.number());
        }
        var _ = jobs.launched(entry, outcome, awaited.remove(directory.number()));
    }

    private static boolean isOrderKept(StartOutcome outcome, Job job) {
        return switch (outcome) {
            case StartOutcome.Postponed _, StartOutcome.Undecided _ -> true;
            case StartOutcome.Failed _ -> false;
            default -> job.spec().queueing().retry().isPresent();
        };
    }

    /// Removes what a start by another daemon needed, unless the job may be started again.
    private void forgetOrder(Job job) {
        if (job.state().isStarting() && !jobs.isBeingStarted(job.number())) {
            jobs.removeOrderOfStarted(job);
        }
    }

    private Map<Long, StartOutcome> launch(List<Job> bundle) {
        // They wait for the same.
        Job one = bundle.getFirst();
        try {
            EngineChoice choice = engines.choice(one);
            List<Before> before = before(one);
            // Looked at after those that have not ended: one of them may end now.
            if (!choice.isLocal() && isHopeless(one)) {
                return all(bundle, new StartOutcome.Postponed("a job before it has failed"));
            }
            List<JobStart> starts = new ArrayList<>();
            for (Job job : bundle) {
                JobDirectory directory = store.directory(job.number());
                starts.add(
                        JobStart.queued(job, directory, orders.order(directory), choice, before));
            }
            return engines.of(choice).start(starts);
        } catch (IOException e) {
            return all(bundle, new StartOutcome.Failed(Reasons.of(e)));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "job " + one.number() + " cannot be started", e);
            return all(bundle, new StartOutcome.Failed(String.valueOf(e.getMessage())));
        }
    }

    private static Map<Long, StartOutcome> all(List<Job> bundle, StartOutcome outcome) {
        return bundle.stream().collect(Collectors.toMap(Job::number, _ -> outcome));
    }

    /// Returns whether a job before it has failed meanwhile, which the queue sees to.
    private boolean isHopeless(Job job) {
        return job.spec().queueing().after().stream()
                .filter(Dependency::mustSucceed)
                .flatMap(before -> jobs.find(before.job()).stream())
                .anyMatch(before -> before.job().hasFailed());
    }

    private List<Before> before(Job job) {
        return job.spec().queueing().after().stream()
                .flatMap(dependency -> before(dependency).stream())
                .toList();
    }

    private Optional<Before> before(Dependency dependency) {
        return jobs.find(dependency.job())
                .map(JobEntry::job)
                .filter(job -> !job.isEnded())
                .flatMap(Job::cluster)
                .map(cluster -> new Before(cluster.id(), dependency.mustSucceed()));
    }

    /// Puts jobs back into the queue if an earlier daemon was killed before a host could start
    /// them: those of this machine now, those of clusters on a thread of its own. Call this again
    /// later for jobs of which that cannot be found out now.
    void recover() {
        Map<EngineChoice, List<JobEntry>> open =
                jobs.unended()
                        .filter(this::isUnsettled)
                        .collect(
                                Collectors.groupingBy(
                                        entry -> engines.choice(entry.job()).place()));
        Optional.ofNullable(open.remove(EngineChoice.LOCAL))
                .ifPresent(here -> here.forEach(this::recoverHere));
        open.keySet().removeIf(place -> !isAvailable(place));
        if (!open.isEmpty() && isRecovering.compareAndSet(false, true)) {
            Thread.ofVirtual()
                    .name("recovery")
                    .start(() -> {
                        try {
                            open.forEach(this::recover);
                        } finally {
                            isRecovering.set(false);
                        }
                    });
        }
    }

    private boolean isUnsettled(JobEntry entry) {
        Job job = entry.job();
        return job.state().isStarting() && !jobs.isBeingStarted(job.number());
    }

    private boolean isAvailable(EngineChoice place) {
        return engines.cluster(place)
                .filter(cluster -> cluster.unavailability(place).isEmpty())
                .isPresent();
    }

    private void recoverHere(JobEntry entry) {
        try {
            if (orders.revokeTicket(store.directory(entry.job().number()))) {
                entry.applyFact(job -> job.after(new JobEvent.Returned()));
            } else {
                entry.read(this::forgetOrder);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job " + entry.job().number() + ": " + Reasons.of(e));
        }
    }

    private void recover(EngineChoice place, List<JobEntry> entries) {
        List<Job> seen = entries.stream().map(JobEntry::job).toList();
        try {
            Map<Long, StartOutcome> outcomes =
                    engines.cluster(place).orElseThrow().recover(place, seen);
            for (JobEntry entry : entries) {
                Optional.ofNullable(outcomes.get(entry.job().number()))
                        .filter(_ -> isUnsettled(entry))
                        .ifPresent(outcome -> recovered(entry, outcome));
            }
        } catch (IOException e) {
            Reasons.warn(
                    LOG,
                    "it cannot be found out now whether %d jobs have been started"
                            .formatted(seen.size()),
                    e);
        }
    }

    private void recovered(JobEntry entry, StartOutcome outcome) {
        switch (outcome) {
            case StartOutcome.Postponed _ -> entry.applyFact(j -> j.after(new JobEvent.Returned()));
            case StartOutcome.Submitted(ClusterJob cluster) ->
                    entry.applyFact(j -> j.after(new JobEvent.Submitted(cluster)));
            default -> entry.read(this::forgetOrder);
        }
    }
}
