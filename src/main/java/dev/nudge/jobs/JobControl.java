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

/// The parts of this package: the register of jobs, and what starts, awaits and ends them.
///
/// @param lifecycle all jobs and waiting calls
/// @param queue starts no job before [JobQueue#start]
/// @param clusters looks after no job before [ClusterWatch#start]
public record JobControl(
        ProcessTable processes,
        ExecutionLifecycleService lifecycle,
        JobStore store,
        JobProcesses family,
        Engines engines,
        Executions executions,
        Jobs jobs,
        Admission admission,
        JobQueue queue,
        ClusterWatch clusters,
        JobPauser pauser,
        JobKiller killer,
        Starter starter,
        Terminals terminals,
        Questions questions) {
    /// The names of the engines that [#create] makes.
    public static final List<String> ENGINES = List.of(Engines.LOCAL, SlurmEngine.NAME);

    /// Makes one that knows no jobs before [Jobs#adopt]. `launcher` are the words that start nudge,
    /// `withheld` gives the variables that no job gets.
    public static JobControl create(
            Endpoint endpoint,
            StateDirectory state,
            Settings settings,
            List<String> launcher,
            Supplier<Set<String>> withheld)
            throws IOException {
        ProcessTable processes = new ProcessTable();
        // No id is looked up among processes: those of jobs are numbers.
        ExecutionLifecycleService lifecycle = new ExecutionLifecycleService(System::nanoTime);
        JobStore store =
                new JobStore(state, () -> state.highest(processes.values(MARK, HOST_MARK)));
        JobProcesses family = new JobProcesses(store, processes);
        QueueStore orders = new QueueStore(state);
        Groups groups = new Groups(orders);
        LocalEngine local =
                new LocalEngine(endpoint, settings, state, store, launcher, withheld, family);
        Engines engines =
                new Engines(
                        local,
                        List.of(new SlurmEngine(state, store, orders, groups::engine)),
                        groups::engine);
        Executions executions = new Executions(lifecycle, engines, family);
        Jobs jobs = new Jobs(store, engines, executions);
        groups.onChange(jobs::changed);
        QueuedJobs queued = new QueuedJobs(jobs, store, orders, engines, executions);
        Admission admission = new Admission();
        QueuePlaces places = new QueuePlaces(jobs, orders);
        JobQueue queue = new JobQueue(jobs, queued, groups, admission, places, engines);
        JobPauser pauser = new JobPauser(jobs, engines, family);
        JobKiller killer = new JobKiller(jobs, lifecycle, engines, pauser, family, processes);
        Starter starter =
                new Starter(
                        new NewRuns(jobs, queue, queued, store),
                        new StartObstacles(jobs, groups, engines),
                        admission,
                        settings,
                        withheld);
        return new JobControl(
                processes,
                lifecycle,
                store,
                family,
                engines,
                executions,
                jobs,
                admission,
                queue,
                new ClusterWatch(jobs, engines, state, () -> retry(killer, pauser)),
                pauser,
                killer,
                starter,
                new Terminals(store),
                new Questions(jobs, store));
    }

    private static void retry(JobKiller killer, JobPauser pauser) {
        killer.retry();
        pauser.retry();
    }

    public void onEnd(Consumer<Job> listener) {
        executions.onEnd(listener);
    }

    /// Looks for ends and questions that no bell has announced, and does what could not be done.
    public void sweep() {
        jobs.sweep();
        retry(killer, pauser);
        questions.lookAll();
    }

    public void sweepBounds() {
        BoundWays.here().sweep();
    }
}
