package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.upkeep.DiskWatch;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// Lets commands wait for the ends of jobs.
public final class JobWaits {
    private final Jobs jobs;
    private final Function<JobEntry, CompletableFuture<Job>> ends;
    private final Function<Job, JobSnapshot> report;
    private final DiskWatch disk;

    /// @param ends returns a future for the end of a job, which is forgotten when it is cancelled
    /// @param report returns what is reported of a job that has ended
    public JobWaits(
            Jobs jobs,
            Function<JobEntry, CompletableFuture<Job>> ends,
            Function<Job, JobSnapshot> report,
            DiskWatch disk) {
        this.jobs = jobs;
        this.ends = ends;
        this.report = report;
        this.disk = disk;
    }

    /// Begins to wait for jobs.
    ///
    /// @param warnings receives a sentence about what keeps the jobs from continuing: anyone who
    ///   waits for a job that cannot write would wait without a word
    /// @throws IllegalArgumentException if there is no such job
    public JobWait begin(Collection<Long> numbers, Consumer<String> warnings) {
        List<JobEntry> entries = numbers.stream().map(jobs::require).toList();
        return new JobWait(entries, ends, report, disk, warnings);
    }
}
