package dev.nudge.jobs;

import dev.nudge.exec.Signals;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.News;
import dev.nudge.job.Signal;
import dev.nudge.job.Telling;
import dev.nudge.lifecycle.Completion;
import dev.nudge.lifecycle.CompletionBehavior;
import dev.nudge.lifecycle.ExecutionHooks;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.lifecycle.ExecutionMethod;
import dev.nudge.lifecycle.ExecutionResult;
import dev.nudge.lifecycle.ExecutionSpec;
import dev.nudge.lifecycle.OutputEvent;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/// Keeps every running job as an execution of the lifecycle service: a process attached under its
/// pid, a timer or a watch as a virtual one. Each is in the background from the start, so that its
/// end is injected and its exit info is there for `onExit`.
public final class Executions implements JobListener {
    private static final Logger LOG = System.getLogger(Executions.class.getName());

    private final ExecutionLifecycleService lifecycle = new ExecutionLifecycleService();
    private final JobStore store;
    private final ProcessTable processes;
    private final Consumer<Job> announce;

    /// The running jobs, by the ids of their executions, and the reverse.
    private final ConcurrentMap<Long, Job> jobs = new ConcurrentHashMap<>();

    private final ConcurrentMap<Long, Long> executions = new ConcurrentHashMap<>();

    /// @param announce told of every job that has ended
    public Executions(JobStore store, ProcessTable processes, Consumer<Job> announce) {
        this.store = store;
        this.processes = processes;
        this.announce = announce;
        lifecycle.onBackgroundComplete(end -> announce(end.executionId()));
    }

    @Override
    public void started(Job job) {
        ExecutionSpec spec =
                ExecutionSpec.of(method(job))
                        .withLabel(job.spec().label().orElse(job.spec().command()))
                        .withCompletionBehavior(behavior(job.spec().telling()));
        if (job.spec().virtual().isPresent()) {
            begin(lifecycle.createExecution(spec).pid(), job);
        } else {
            attach(job, spec);
        }
    }

    private void begin(long id, Job job) {
        executions.put(job.number(), id);
        jobs.put(id, job);
        lifecycle.background(id);
    }

    private void attach(Job job, ExecutionSpec spec) {
        long pid = job.state().launched().orElseThrow().pid();
        ExecutionHooks hooks =
                ExecutionHooks.none()
                        .withKill(() -> terminate(job.number()))
                        .withIsActive(() -> command(job.number()).isPresent());
        try {
            begin(lifecycle.attachExecution(pid, spec, hooks).pid(), job);
        } catch (IllegalStateException e) {
            // A reused pid whose former job has not been found dead yet: this job is reported
            // without the service.
            LOG.log(Level.WARNING, "job {0}: {1}", job.number(), e.getMessage());
        }
    }

    /// Tells the subscribers of a job that it waits for input, or has found lines.
    public void asks(Job job) {
        Long id = executions.get(job.number());
        if (id != null) {
            job.interim()
                    .filter(News.Interim::isStanding)
                    .ifPresent(news -> lifecycle.emit(id, event(news)));
        }
    }

    /// Tells the subscribers of a job that its output is binary.
    ///
    /// @param bytes how many there are so far
    /// @param isNews whether that was not yet known
    public void isBinary(long job, long bytes, boolean isNews) {
        Long id = executions.get(job);
        if (id != null && isNews) {
            lifecycle.emit(id, new OutputEvent.BinaryDetected());
        }
        if (id != null) {
            lifecycle.emit(id, new OutputEvent.BinaryProgress(bytes));
        }
    }

    private static OutputEvent event(News.Interim news) {
        return switch (news) {
            case News.Asks asks -> new OutputEvent.StdinRequest(asks.question().prompt());
            case News.Found found -> new OutputEvent.Data(found.lines().text() + "\n");
        };
    }

    private static ExecutionMethod method(Job job) {
        return job.spec().virtual().isPresent()
                ? ExecutionMethod.NONE
                : ExecutionMethod.CHILD_PROCESS;
    }

    /// Returns the service's behaviour on completion. The job itself decides that a success is not
    /// reported.
    private static CompletionBehavior behavior(Telling telling) {
        return switch (telling) {
            case INJECT, ON_FAILURE -> CompletionBehavior.INJECT;
            case NOTIFY -> CompletionBehavior.NOTIFY;
            case SILENT -> CompletionBehavior.SILENT;
        };
    }

    @Override
    public void ended(Job job) {
        Long id = executions.remove(job.number());
        if (id == null || !(job.state() instanceof Ended end)) {
            announce.accept(job);
            return;
        }
        jobs.put(id, job);
        lifecycle.completeWithResult(id, result(id, method(job), end.status()));
    }

    private void announce(long id) {
        Job job = jobs.remove(id);
        if (job != null) {
            announce.accept(job);
        }
    }

    private static ExecutionResult result(long id, ExecutionMethod method, ExitStatus status) {
        Completion completion =
                switch (status) {
                    case ExitStatus.Exited(int code) -> Completion.exited(code);
                    case ExitStatus.Signaled(Signal signal) -> Completion.signaled(signal.number());
                    case ExitStatus.NotStarted(String reason) ->
                            Completion.failed(new IOException(reason));
                    case ExitStatus.Lost(String reason) ->
                            Completion.failed(new IOException(reason));
                };
        return ExecutionResult.ended(id, method, "", completion);
    }

    private void terminate(long number) {
        try {
            Optional<HostRecord> host = command(number);
            if (host.isPresent()) {
                Signals.send(List.of(-host.get().command().pid()), Signal.TERM);
            }
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0} could not be asked to stop: {1}",
                    number,
                    Reasons.of(e));
        }
    }

    /// Returns the job's processes, if its command still runs and is the one that was started.
    private Optional<HostRecord> command(long number) {
        return store.readHost(number)
                .filter(h -> h.bootId().equals(processes.bootId()))
                .filter(h -> processes.isAlive(h.command()));
    }

    /// Returns the service, for waits and watches.
    public ExecutionLifecycleService lifecycle() {
        return lifecycle;
    }
}
