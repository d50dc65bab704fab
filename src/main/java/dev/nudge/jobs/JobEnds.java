package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.lifecycle.listener.Subscription;
import java.util.concurrent.CompletableFuture;

/// Lets others wait for the ends of jobs: for the exit of the execution, or by the record of a job
/// whose execution has ended long ago, or in the life of an earlier daemon. Thread-safe.
public final class JobEnds {
    private final ExecutionLifecycleService lifecycle;

    public JobEnds(ExecutionLifecycleService lifecycle) {
        this.lifecycle = lifecycle;
    }

    /// Returns a future that is completed with the job when it ends; at once if it has ended. Each
    /// call has a future of its own: a caller that stops waiting cancels it, and it is forgotten.
    /// Dependent actions must not block, since they run where the end is recorded.
    public CompletableFuture<Job> of(JobEntry entry) {
        CompletableFuture<Job> end = new CompletableFuture<>();
        follow(entry, end);
        return end;
    }

    private void follow(JobEntry entry, CompletableFuture<Job> end) {
        Subscription exit =
                lifecycle.onExit(entry.job().number(), (_, _) -> completeOrFollow(entry, end));
        var _ = end.whenComplete((_, _) -> exit.close());
        // Checked afterwards: no exit is reported of a job that ended more than five minutes ago.
        Job job = entry.job();
        if (job.isEnded()) {
            end.complete(job);
        }
    }

    /// A job that has been restarted in place since its exit has another end to come.
    private void completeOrFollow(JobEntry entry, CompletableFuture<Job> end) {
        Job job = entry.job();
        if (job.isEnded()) {
            end.complete(job);
        } else {
            follow(entry, end);
        }
    }
}
