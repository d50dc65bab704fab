package dev.nudge.jobs;

import dev.nudge.job.Job;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/// Lets others wait for the ends of jobs. Thread-safe.
public final class JobEnds {
    private final ConcurrentMap<Long, Set<CompletableFuture<Job>>> waits =
            new ConcurrentHashMap<>();

    /// Returns a future that is completed with the job when it ends; at once if it has ended. Each
    /// call has a future of its own: a caller that stops waiting cancels it, and it is forgotten.
    /// Dependent actions must not block, since they run where the end is recorded.
    public CompletableFuture<Job> of(JobEntry entry) {
        long number = entry.job().number();
        CompletableFuture<Job> end = new CompletableFuture<>();
        waits.compute(number, (_, others) -> with(others, end));
        var _ = end.whenComplete((_, _) -> leave(number, end));
        // Checked afterwards: a job that ends meanwhile is seen here or there.
        Job job = entry.job();
        if (job.isEnded()) {
            end.complete(job);
        }
        return end;
    }

    private static Set<CompletableFuture<Job>> with(
            @Nullable Set<CompletableFuture<Job>> others, CompletableFuture<Job> end) {
        Set<CompletableFuture<Job>> all = others == null ? ConcurrentHashMap.newKeySet() : others;
        all.add(end);
        return all;
    }

    private void leave(long number, CompletableFuture<Job> end) {
        waits.computeIfPresent(
                number,
                (_, all) -> {
                    all.removeIf(other -> other == end);
                    return all.isEmpty() ? null : all;
                });
    }

    /// Completes the futures of everyone who waits for this job.
    public void ended(Job job) {
        Set<CompletableFuture<Job>> ended = waits.remove(job.number());
        if (ended != null) {
            ended.forEach(end -> end.complete(job));
        }
    }

    /// Returns how many jobs are waited for.
    int size() {
        return waits.size();
    }
}
