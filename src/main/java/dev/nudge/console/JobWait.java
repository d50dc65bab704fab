package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.upkeep.DiskWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/// A wait for the ends of jobs, which come in the order in which the jobs have ended.
public final class JobWait implements AutoCloseable {
    private static final Comparator<Job> BY_END =
            Comparator.<Job, Instant>comparing(job -> job.endedAt().orElse(Instant.MAX))
                    .thenComparing(Job::number);
    private static final Duration FOREVER = Duration.ofDays(10_000);

    private final JobWaits from;
    private final Consumer<String> warning;
    private final List<CompletableFuture<Job>> running;
    private final BlockingQueue<Optional<Job>> ended = new LinkedBlockingQueue<>();

    private JobWait(JobWaits from, List<JobEntry> jobs, Consumer<String> warnings) {
        this.from = from;
        this.warning =
                text -> Thread.ofVirtual().name("warning").start(() -> warnings.accept(text));
        from.disk.add(warning);
        List<JobEntry> over = jobs.stream().filter(j -> j.job().isEnded()).toList();
        over.stream().map(JobEntry::job).sorted(BY_END).map(Optional::of).forEach(ended::add);
        this.running = jobs.stream().filter(j -> !over.contains(j)).map(from.ends).toList();
        for (CompletableFuture<Job> end : running) {
            var _ = end.thenAccept(job -> ended.add(Optional.of(job)));
        }
    }

    /// Waits for the next end.
    ///
    /// @throws CancellationException if the wait is closed
    public JobSnapshot next() throws InterruptedException {
        return next(FOREVER).orElseThrow();
    }

    /// Waits for the next end, for some time.
    ///
    /// @return the job; empty if none has ended by then
    /// @throws CancellationException as above
    public Optional<JobSnapshot> next(Duration limit) throws InterruptedException {
        return Optional.ofNullable(ended.poll(limit.toMillis(), TimeUnit.MILLISECONDS))
                .map(end -> end.orElseThrow(() -> new CancellationException("the wait was closed")))
                .map(from.report);
    }

    /// Ends the wait: a thread that waits is told so.
    @Override
    public void close() {
        from.disk.remove(warning);
        running.forEach(end -> end.cancel(false));
        ended.add(Optional.empty());
    }

    /// Lets commands wait for the ends of jobs.
    ///
    /// @param ends returns a future for the end of a job, which is forgotten when it is cancelled
    public record JobWaits(
            Jobs jobs,
            Function<JobEntry, CompletableFuture<Job>> ends,
            Function<Job, JobSnapshot> report,
            DiskWatch disk) {
        /// Begins to wait for jobs.
        ///
        /// @param warnings receives a sentence about what keeps the jobs from continuing: anyone
        ///   who waits for a job that cannot write would wait without a word
        /// @throws IllegalArgumentException if there is no such job
        public JobWait begin(Collection<Long> numbers, Consumer<String> warnings) {
            return new JobWait(this, numbers.stream().map(jobs::require).toList(), warnings);
        }
    }
}
