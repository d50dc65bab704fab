package dev.nudge.jobs;

import dev.nudge.engine.Engines;
import dev.nudge.engine.local.JobProcesses;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.lifecycle.Completion;
import dev.nudge.lifecycle.ExecutionHooks;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.lifecycle.ExecutionLifecycleService.Subscription;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Makes every job an execution of the lifecycle service, under its number: from before its start,
/// or since a new daemon has found it, until its end is recorded. The service gets no output.
public final class Executions {
    private static final Logger LOG = System.getLogger(Executions.class.getName());

    private final ExecutionLifecycleService lifecycle;
    private final Engines engines;
    private final JobProcesses processes;

    /// The jobs that have not ended, or whose end is being reported, by number.
    private final ConcurrentMap<Long, JobEntry> running = new ConcurrentSkipListMap<>();

    public Executions(
            ExecutionLifecycleService lifecycle, Engines engines, JobProcesses processes) {
        this.lifecycle = lifecycle;
        this.engines = engines;
        this.processes = processes;
    }

    /// Adds a listener for the end of each job. Listeners are called in the order in which they
    /// were added, once the end is recorded, and before anyone who waits for it continues.
    public void onEnd(Consumer<Job> listener) {
        lifecycle.onBackgroundComplete(end ->
                Optional.ofNullable(running.get(end.id())).map(JobEntry::job).ifPresent(listener));
    }

    /// Continues the processes left behind by a job that has ended while it was paused: its record
    /// no longer says that they are stopped. Does not block.
    void proceed(Job job) {
        Thread.ofVirtual()
                .name("proceed")
                .start(() -> {
                    try {
                        var _ = engines.of(job).signal(job, Signal.CONT);
                    } catch (IOException e) {
                        Reasons.warn(
                                LOG,
                                "job %d has ended, but processes that it has left may still be stopped"
                                        .formatted(job.number()),
                                e);
                    }
                });
    }

    /// Begins the execution of a job, before anyone else can find it. `end` records the end of a
    /// job that has no process.
    void begin(JobEntry entry, Consumer<ExitStatus> end) {
        running.put(entry.job().number(), entry);
        attach(entry, end);
    }

    /// Begins another execution of an ended job. Returns false if its end is still being reported.
    boolean beginAgain(JobEntry entry) {
        if (running.putIfAbsent(entry.job().number(), entry) != null) {
            return false;
        }
        attach(entry, _ -> {});
        return true;
    }

    private void attach(JobEntry entry, Consumer<ExitStatus> end) {
        long number = entry.job().number();
        lifecycle.attachExecution(number, hooks(entry, end));
        lifecycle.background(number);
    }

    /// Returns the jobs that have not ended, by number.
    Stream<JobEntry> unended() {
        return running.values().stream().filter(entry -> !entry.job().isEnded());
    }

    /// Returns whether its end has been reported to the listeners.
    boolean isOver(long job) {
        return !running.containsKey(job);
    }

    /// Takes [#beginAgain] back: the job has not been restarted, and nobody is notified again.
    void abandon(JobEntry entry) {
        running.remove(entry.job().number());
        ended(entry.job());
    }

    private ExecutionHooks hooks(JobEntry entry, Consumer<ExitStatus> end) {
        return entry.job().spec().virtual().isPresent()
                ? new ExecutionHooks(
                        _ -> {},
                        () -> true,
                        Optional.of(_ -> end.accept(new ExitStatus.Signaled(Signal.TERM))))
                : new ExecutionHooks(
                        _ -> {},
                        () -> isActive(entry.job()),
                        Optional.of(grace -> engines.of(entry.job()).end(entry.job(), grace)));
    }

    private boolean isActive(Job job) {
        if (job.isQueued() || job.cluster().isPresent()) {
            return !job.isEnded();
        }
        try {
            return !processes.living(job).isEmpty();
        } catch (UncheckedIOException e) {
            // Only what is known to be over need not be killed.
            return true;
        }
    }

    /// Ends the execution of a job as its record says. Nothing of its start is left then.
    void ended(Job job) {
        job.exitStatus()
                .ifPresent(status -> lifecycle.completeExecution(job.number(), completion(status)));
        running.remove(job.number());
    }

    private static Completion completion(ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited(int code) -> Completion.exited(code);
            case ExitStatus.Signaled(Signal signal) -> Completion.signaled(signal.number());
            case ExitStatus.Skipped(String reason) ->
                    Completion.failed(new IOException("skipped: " + reason));
            case ExitStatus.NotStarted(String reason) -> Completion.failed(new IOException(reason));
            case ExitStatus.Lost(String reason) -> Completion.failed(new IOException(reason));
        };
    }

    CompletableFuture<Job> endOf(JobEntry entry) {
        CompletableFuture<Job> end = new CompletableFuture<>();
        follow(entry, end);
        return end;
    }

    private void follow(JobEntry entry, CompletableFuture<Job> end) {
        // A job that has been restarted in place since its exit has another end to come.
        Subscription exit =
                lifecycle.onExit(
                        entry.job().number(),
                        _ -> {
                            if (!isCompleted(entry, end)) {
                                follow(entry, end);
                            }
                        });
        var _ = end.whenComplete((_, _) -> exit.close());
        // Checked afterwards: no exit is reported of a job that ended more than five minutes ago.
        boolean _ = isCompleted(entry, end);
    }

    private static boolean isCompleted(JobEntry entry, CompletableFuture<Job> end) {
        Job job = entry.job();
        if (job.isEnded()) {
            end.complete(job);
        }
        return job.isEnded();
    }
}
