package dev.nudge.daemon;

import dev.nudge.exec.Signals;
import dev.nudge.job.Asked;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
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
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/// Keeps every running job as an external execution of the lifecycle service, attached under its
/// pid and in the background from the start, so that its end is injected and its exit info is there
/// for `onExit`.
final class Executions implements JobListener {
    private static final Logger LOG = System.getLogger(Executions.class.getName());

    private final ExecutionLifecycleService lifecycle = new ExecutionLifecycleService();
    private final JobStore store;
    private final ProcessTable processes;
    private final Consumer<Job> announce;
    private final ConcurrentMap<Long, Job> attached = new ConcurrentHashMap<>();

    /// @param announce told of every job that has ended
    Executions(JobStore store, ProcessTable processes, Consumer<Job> announce) {
        this.store = store;
        this.processes = processes;
        this.announce = announce;
        lifecycle.onBackgroundComplete(end -> announce(end.executionId()));
    }

    @Override
    public void started(Job job) {
        long pid = job.state().launched().orElseThrow().pid();
        ExecutionSpec spec =
                ExecutionSpec.of(ExecutionMethod.CHILD_PROCESS)
                        .withLabel(job.spec().label().orElse(job.spec().command()))
                        .withCompletionBehavior(behavior(job.spec().telling()));
        ExecutionHooks hooks =
                ExecutionHooks.none()
                        .withKill(() -> terminate(job.number()))
                        .withIsActive(() -> command(job.number()).isPresent());
        try {
            lifecycle.attachExecution(pid, spec, hooks);
            attached.put(pid, job);
            lifecycle.background(pid);
        } catch (IllegalStateException e) {
            // A reused pid whose former job has not been found dead yet: this job is told without
            // the service.
            LOG.log(Level.WARNING, "job {0}: {1}", job.number(), e.getMessage());
        }
    }

    /// Tells the subscribers of a job that it waits for input.
    void asks(Job job) {
        Optional<Long> pid =
                job.state().launched().map(Launch::pid).filter(p -> isAttached(p, job.number()));
        Optional<Asked> question = job.question().filter(Asked::isStanding);
        if (pid.isPresent() && question.isPresent()) {
            lifecycle.emit(
                    pid.get(), new OutputEvent.StdinRequest(question.get().question().prompt()));
        }
    }

    /// That a success is not to be told is decided by the job itself.
    private static CompletionBehavior behavior(Telling telling) {
        return switch (telling) {
            case INJECT, ON_FAILURE -> CompletionBehavior.INJECT;
            case NOTIFY -> CompletionBehavior.NOTIFY;
            case SILENT -> CompletionBehavior.SILENT;
        };
    }

    @Override
    public void ended(Job job) {
        Optional<Long> pid =
                job.state().launched().map(Launch::pid).filter(p -> isAttached(p, job.number()));
        if (pid.isEmpty() || !(job.state() instanceof Ended end)) {
            announce.accept(job);
            return;
        }
        attached.put(pid.get(), job);
        lifecycle.completeWithResult(pid.get(), result(pid.get(), end.status()));
    }

    private boolean isAttached(long pid, long number) {
        Job job = attached.get(pid);
        return job != null && job.number() == number;
    }

    private void announce(long pid) {
        Job job = attached.remove(pid);
        if (job != null) {
            announce.accept(job);
        }
    }

    private static ExecutionResult result(long pid, ExitStatus status) {
        Completion completion =
                switch (status) {
                    case ExitStatus.Exited(int code) -> Completion.exited(code);
                    case ExitStatus.Signaled(Signal signal) -> Completion.signaled(signal.number());
                    case ExitStatus.NotStarted(String reason) ->
                            Completion.failed(new IOException(reason));
                    case ExitStatus.Lost(String reason) ->
                            Completion.failed(new IOException(reason));
                };
        return ExecutionResult.ended(pid, ExecutionMethod.CHILD_PROCESS, "", completion);
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

    /// The service, for waits and watches.
    ExecutionLifecycleService lifecycle() {
        return lifecycle;
    }
}
