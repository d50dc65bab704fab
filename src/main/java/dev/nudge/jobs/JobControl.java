package dev.nudge.jobs;

import static dev.nudge.exec.JobEnvironment.HOST_MARK;
import static dev.nudge.exec.JobEnvironment.MARK;

import dev.nudge.engine.Engines;
import dev.nudge.engine.local.JobProcesses;
import dev.nudge.engine.local.LocalEngine;
import dev.nudge.engine.slurm.SlurmEngine;
import dev.nudge.exec.bounds.BoundWays;
import dev.nudge.job.Job;
import dev.nudge.jobs.queue.Admission;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Puts together what this package does: the register of the jobs, and everything that starts them,
/// waits for them and ends them.
public final class JobControl {
    private final ProcessTable processes = new ProcessTable();

    /// All jobs and waiting calls. No id is looked up among processes: those of jobs are numbers.
    private final ExecutionLifecycleService lifecycle =
            new ExecutionLifecycleService(System::nanoTime, _ -> false);

    private final JobStore store;
    private final JobProcesses family;
    private final Engines engines;
    private final Executions executions;
    private final Jobs jobs;
    private final Admission admission = new Admission();
    private final JobQueue queue;
    private final ClusterWatch clusters;
    private final JobPauser pauser;
    private final JobKiller killer;
    private final Starter starter;
    private final Terminals terminals;
    private final Questions questions;

    /// Knows no jobs before [Jobs#adopt]. `launcher` are the words that start nudge, `withheld`
    /// gives the variables that no job gets.
    public JobControl(
            Endpoint endpoint,
            StateDirectory state,
            Settings settings,
            List<String> launcher,
            Supplier<Set<String>> withheld)
            throws IOException {
        this.store = new JobStore(state, () -> state.highest(processes.values(MARK, HOST_MARK)));
        this.family = new JobProcesses(store, processes);
        QueueStore orders = new QueueStore(state);
        Groups groups = new Groups(orders);
        this.engines =
                new Engines(
                        new LocalEngine(
                                endpoint, settings, state, store, launcher, withheld, family),
                        List.of(new SlurmEngine(state, store, orders, groups::engine)),
                        groups::engine);
        this.executions = new Executions(lifecycle, engines, family);
        this.jobs = new Jobs(store, engines, executions);
        groups.onChange(jobs::changed);
        QueuedJobs queued = new QueuedJobs(jobs, store, orders, engines, executions);
        this.queue =
                new JobQueue(
                        jobs, queued, groups, admission, new QueuePlaces(jobs, orders), engines);
        this.pauser = new JobPauser(jobs, engines, family);
        this.killer = new JobKiller(jobs, lifecycle, engines, pauser, family, processes);
        this.clusters = new ClusterWatch(jobs, engines, state, this::retry);
        this.starter =
                new Starter(
                        new NewRuns(jobs, queue, queued, store),
                        new StartObstacles(jobs, groups, engines),
                        admission,
                        settings,
                        withheld);
        this.terminals = new Terminals(store);
        this.questions = new Questions(jobs, store);
    }

    private void retry() {
        killer.retry();
        pauser.retry();
    }

    public void onEnd(Consumer<Job> listener) {
        executions.onEnd(listener);
    }

    /// Looks for ends and questions that no bell has announced, and does what could not be done.
    public void sweep() {
        jobs.sweep();
        retry();
        questions.lookAll();
    }

    public void sweepBounds() {
        BoundWays.here().sweep();
    }

    public Jobs jobs() {
        return jobs;
    }

    /// Returns the queue, which starts no job before [JobQueue#start].
    public JobQueue queue() {
        return queue;
    }

    public Admission admission() {
        return admission;
    }

    /// Returns what looks after the jobs in clusters, not before [ClusterWatch#start].
    public ClusterWatch clusters() {
        return clusters;
    }

    public Engines engines() {
        return engines;
    }

    public JobStore store() {
        return store;
    }

    public Starter starter() {
        return starter;
    }

    public JobPauser pauser() {
        return pauser;
    }

    public JobKiller killer() {
        return killer;
    }

    public Terminals terminals() {
        return terminals;
    }

    public Questions questions() {
        return questions;
    }

    public JobProcesses family() {
        return family;
    }

    public ProcessTable processes() {
        return processes;
    }

    public ExecutionLifecycleService lifecycle() {
        return lifecycle;
    }
}
