package dev.nudge.testkit;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.local.JobProcesses;
import dev.nudge.engine.local.LocalEngine;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.job.Job;
import dev.nudge.jobs.Executions;
import dev.nudge.jobs.Jobs;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/// The jobs under a folder, and registers of them, without a daemon.
public final class JobsOnDisk {
    private final Path folder;
    private final StateDirectory state;
    private final JobStore store;

    /// @param folder for all that is on disk
    public JobsOnDisk(Path folder) throws IOException {
        this.folder = folder;
        this.state = StateDirectory.create(folder.resolve("nudge"));
        this.store = new JobStore(state, () -> 0);
    }

    /// Saves a job under the next number.
    ///
    /// @param job makes the job with its number
    public Job save(LongFunction<Job> job) throws IOException {
        Job made = job.apply(store.allocate().number());
        store.saveStart(made);
        return made;
    }

    /// Starts a process that is the command of a job, whose host is this one.
    public Process startCommand(long job) throws IOException {
        ProcessBuilder command = new ProcessBuilder("sleep", "300");
        command.environment().put(JobEnvironment.MARK, store.directory(job).path().toString());
        Process process = command.start();
        recordHost(job, ProcessHandle.current().pid(), process.pid());
        return process;
    }

    /// Records the start of a job as its host does.
    public void recordHost(long job, long host, long command) throws IOException {
        ProcessTable processes = new ProcessTable();
        recordHost(
                job,
                processes.identify(host).orElseThrow(),
                processes.identify(command).orElseThrow());
    }

    /// Records the start of a job by such processes, which need not exist.
    public void recordHost(long job, ProcessId host, ProcessId command) throws IOException {
        Files.writeString(
                store.directory(job).path().resolve("host.json"),
                "{\"host_pid\":%d,\"host_start\":%d,\"pid\":%d,\"start\":%d,\"boot_id\":\"%s\"}\n"
                        .formatted(
                                host.pid(),
                                host.startTime(),
                                command.pid(),
                                command.startTime(),
                                new ProcessTable().bootId()));
    }

    /// Returns a register that has adopted the jobs, and tells nobody of what happens to them.
    public Jobs adopted() throws IOException {
        Jobs jobs = register(executions(new ExecutionLifecycleService(System::nanoTime)));
        jobs.adopt();
        return jobs;
    }

    /// Returns jobs as executions of a service.
    public Executions executions(ExecutionLifecycleService lifecycle) throws IOException {
        return new Executions(lifecycle, engines(), processes());
    }

    /// Returns a register that has not adopted the jobs yet.
    public Jobs register(Executions executions) throws IOException {
        return new Jobs(store, engines(), executions);
    }

    /// Returns a register that has not adopted the jobs yet, and whose jobs these engines run.
    public Jobs register(ExecutionLifecycleService lifecycle, Engines engines) throws IOException {
        return new Jobs(store, engines, new Executions(lifecycle, engines, processes()));
    }

    /// Returns the engines: this machine alone.
    public Engines engines() throws IOException {
        Endpoint endpoint = new Endpoint(state.root(), folder.resolve("run"));
        Settings settings = Settings.of(Map.of());
        LocalEngine local =
                new LocalEngine(
                        endpoint, settings, state, store, List.of("nudge"), Set::of, processes());
        return new Engines(local, List.of(), _ -> EngineChoice.LOCAL);
    }

    /// Returns the processes of the jobs.
    public JobProcesses processes() {
        return new JobProcesses(store, new ProcessTable());
    }

    /// Returns where the jobs are.
    public StateDirectory state() {
        return state;
    }

    /// Returns the store of the jobs.
    public JobStore store() {
        return store;
    }
}
