package dev.nudge.jobs;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.QueuedStart;
import dev.nudge.engine.QueuedStart.Before;
import dev.nudge.exec.JobInput;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.cluster.ClusterJob;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.QueueStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/// The jobs that wait: records each with all that its start needs, and starts its command once,
/// whatever becomes of daemons and hosts in between.
///
/// Before a host is started, there is a ticket in the job's directory, and the record says
/// `starting`. The host takes the ticket, or ends. So a daemon that finds a job `starting` takes
/// the ticket back: if it can, no host has started the command, and none will.
final class QueuedJobs {
    private static final Logger LOG = System.getLogger(QueuedJobs.class.getName());

    private final Jobs jobs;
    private final JobStore store;
    private final QueueStore orders;
    private final Engines engines;
    private final Leftovers leftovers;

    QueuedJobs(Jobs jobs, JobStore store, QueueStore orders, Engines engines) {
        this.jobs = jobs;
        this.store = store;
        this.orders = orders;
        this.engines = engines;
        this.leftovers = new Leftovers(store);
    }

    /// Records a job that waits. Once this returns, it survives the end of the machine.
    ///
    /// @throws IOException if it cannot be recorded; then there is no such job
    JobEntry add(JobSpec spec, StartOptions options) throws IOException {
        JobDirectory directory = store.allocate();
        Job job;
        try {
            boolean hasInput = keepInput(directory, options.input());
            orders.saveOrder(
                    directory,
                    new LaunchOrder(
                            options.umask(), options.environment().apply(directory), hasInput));
            job =
                    Job.queued(
                            directory.number(), spec, store.createdAt(directory), options.target());
            store.save(job);
        } catch (IOException e) {
            store.remove(directory.number());
            throw e;
        }
        JobEntry entry = jobs.begin(job);
        options.whenMade().accept(entry);
        return entry;
    }

    private static boolean keepInput(JobDirectory directory, JobInput input) throws IOException {
        return switch (input) {
            case JobInput.None _ -> false;
            case JobInput.Held(byte[] bytes) -> {
                AtomicFile.replaceEventually(directory.input(), bytes);
                yield true;
            }
            case JobInput.PipeOf _ ->
                    throw new IOException(
                            "a job that waits in the queue cannot read from a pipe; leave --wait out, or put the input into a file");
        };
    }

    /// Begins a change of the command of a job.
    ///
    /// @param release called once, in the end
    /// @throws IOException if the file to edit cannot be written; then it has been released
    CommandEdit edit(JobEntry entry, Runnable release) throws IOException {
        return new CommandEdit(entry, store.directory(entry.job().number()), release);
    }

    /// Takes a job out of the queue: from now on it counts as running. [#start] must follow.
    ///
    /// @return whether it did; not if it was held or ended meanwhile
    /// @throws IOException if that cannot be recorded; then it still waits
    boolean take(JobEntry entry) throws IOException {
        long number = entry.job().number();
        closeLastAttempt(entry);
        if (jobs.hasStarted(entry)) {
            return false;
        }
        jobs.beginStart(number);
        boolean isTaken = false;
        try {
            orders.issueTicket(store.directory(number));
            Bounds bounds = engines.of(engines.choice(entry.job())).bounds(entry.job().spec());
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
        return due.equals(job) ? job : due.bounded(bounds);
    }

    private void closeLastAttempt(JobEntry entry) throws IOException {
        int attempts = entry.job().attempts().size();
        if (attempts > 0) {
            entry.requireSaved();
            orders.closeAttempt(store.directory(entry.job().number()), attempts);
            leftovers.removeBell(entry.job().number());
        }
    }

    /// Starts the command of a job that has been taken out of the queue. Returns, after some
    /// milliseconds, when it runs and is recorded, or could not be started.
    void start(JobEntry entry) {
        JobDirectory directory = store.directory(entry.job().number());
        StartOutcome outcome = launch(directory, entry.job());
        var _ = jobs.launched(entry, outcome, false);
        forgetOrder(entry.job());
    }

    /// Removes what its start needed, unless it may be started again.
    private void forgetOrder(Job job) {
        boolean isGivenOn = !job.isQueued() && job.spec().queueing().retry().isEmpty();
        if (job.isEnded() || isGivenOn) {
            leftovers.removeOrder(job.number());
        }
    }

    private StartOutcome launch(JobDirectory directory, Job job) {
        try {
            EngineChoice choice = engines.choice(job);
            return engines.of(choice)
                    .start(
                            new QueuedStart(
                                    job, directory, orders.order(directory), choice, before(job)));
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "job " + directory.number() + " cannot be started", e);
            return new StartOutcome.Failed(String.valueOf(e.getMessage()));
        }
    }

    /// Returns what the cluster itself must wait for: jobs before this one that it has not ended.
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

    /// Puts a job back into the queue, if an earlier daemon was killed before a host could start
    /// its command. If it cannot be found out now whether it has been started, call this again
    /// later.
    void recover(JobEntry entry) {
        Job job = entry.job();
        if (!(job.state() instanceof JobState.Starting) || jobs.isBeingStarted(job.number())) {
            return;
        }
        try {
            EngineChoice choice = engines.choice(job);
            switch (engines.of(choice).recover(job, choice)) {
                case StartOutcome.Postponed _ ->
                        entry.applyFact(j -> j.after(new JobEvent.Returned()));
                case StartOutcome.Submitted(ClusterJob cluster) ->
                        entry.applyFact(j -> j.after(new JobEvent.Submitted(cluster)));
                default -> forgetOrder(job);
            }
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: it cannot be found out now whether it has been started: {1}",
                    Long.toString(job.number()),
                    Reasons.of(e));
        }
    }
}
