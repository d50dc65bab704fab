package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The changes of all jobs, as they come. For one thread.
public final class JobFeed implements AutoCloseable {
    private final Jobs jobs;
    private final JobReports reports;
    private final Semaphore news = new Semaphore(1);
    private final Runnable listener = news::release;
    private final Map<Long, Long> sizes = new HashMap<>();
    private Map<Long, Job> known = Map.of();
    private Map<Long, WaitReason> waiting = Map.of();

    /// The jobs that are new or not as they were, and the numbers of those that are gone.
    public record Change(List<JobSnapshot> changed, List<Long> removed) {
        public boolean isEmpty() {
            return changed.isEmpty() && removed.isEmpty();
        }
    }

    JobFeed(Jobs jobs, JobReports reports) {
        this.jobs = jobs;
        this.reports = reports;
        jobs.onChange(listener);
    }

    /// Waits for changes, for some milliseconds at most, and returns all since the last call; the
    /// first call returns all jobs at once.
    public Change next(long millis) throws InterruptedException {
        boolean _ = news.tryAcquire(millis, TimeUnit.MILLISECONDS);
        news.drainPermits();
        Map<Long, Job> now = new HashMap<>();
        Map<Long, WaitReason> why = reports.waiting();
        List<Job> changed = new ArrayList<>();
        for (Job job : jobs.all()) {
            now.put(job.number(), job);
            if (!job.equals(known.get(job.number()))
                    || !Objects.equals(why.get(job.number()), waiting.get(job.number()))) {
                changed.add(job);
            }
        }
        List<Long> removed = known.keySet().stream().filter(n -> !now.containsKey(n)).toList();
        known = now;
        waiting = why;
        removed.forEach(sizes::remove);
        return new Change(reports.of(changed.stream(), why), removed);
    }

    /// Returns the sizes of the outputs of jobs that have not ended and have written since the last
    /// call.
    public Map<Long, Long> grown() {
        Map<Long, Long> grown = new HashMap<>();
        for (Job job : known.values()) {
            long size = job.isEnded() ? 0 : reports.written(job.number()).orElse(0);
            if (size > sizes.getOrDefault(job.number(), 0L)) {
                sizes.put(job.number(), size);
                grown.put(job.number(), size);
            }
        }
        return grown;
    }

    @Override
    public void close() {
        jobs.removeListener(listener);
    }
}
