package dev.nudge.jobs;

import dev.nudge.engine.Polling;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.jobs.Starter.BlockResult;
import dev.nudge.jobs.Starter.StartResult;
import dev.nudge.jobs.Starter.StartResult.Made;
import dev.nudge.jobs.Starter.StartResult.NotStarted;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Begins runs of jobs, new or ended, and waits until it is known what becomes of each.
record NewRuns(Jobs jobs, JobQueue queue, QueuedJobs queued, JobStore store) {
    private static final Duration STARTING = Duration.ofSeconds(10);

    /// Adds a job. Blocks until it runs or waits. `whenMade` gets it before its command is started.
    StartResult add(WantedJob wanted, Consumer<JobEntry> whenMade) {
        if (queue.isOpenTo(wanted.spec().queueing())) {
            return jobs.start(wanted, whenMade);
        }
        JobEntry entry;
        try {
            entry = queued.add(wanted);
        } catch (IOException e) {
            return new NotStarted(Reasons.of(e));
        }
        whenMade.accept(entry);
        awaitStart(List.of(entry));
        return answer(entry);
    }

    /// Adds jobs with consecutive numbers, and calls `whenMade` before any is started.
    BlockResult add(List<WantedJob> wanted, Runnable whenMade) {
        List<JobEntry> entries;
        try {
            entries = queue.begin(record(wanted), whenMade);
        } catch (IOException e) {
            return new BlockResult.Failed(Reasons.of(e));
        }
        awaitStart(entries);
        List<String> failures =
                entries.stream().flatMap(entry -> failure(entry, entry.job()).stream()).toList();
        return new BlockResult.Made(entries.stream().map(JobEntry::job).toList(), failures);
    }

    /// Records jobs that wait. Once this returns, all of them survive the end of the machine;
    /// before, and if it fails, none survives this process. The queue does not know them yet.
    private List<Job> record(List<WantedJob> wanted) throws IOException {
        List<JobDirectory> block = store.allocate(wanted.stream().mapToInt(WantedJob::count).sum());
        boolean isRecorded = false;
        try {
            List<WantedJob> numbered = WantedJob.numbered(wanted, block.getFirst().number());
            List<Job> recorded = new ArrayList<>();
            for (int i = 0; i < block.size(); i++) {
                recorded.add(queued.writeInBlock(block.get(i), numbered.get(i)));
            }
            store.settle(block);
            isRecorded = true;
            return recorded;
        } finally {
            if (!isRecorded) {
                store.discard(block);
            }
        }
    }

    /// Waits until nothing is done any more about the end of a job: for some seconds, or for as
    /// long as it is being killed.
    void awaitRest(JobEntry entry) {
        entry.killing().lock();
        try {
            queued.awaitRecord(entry);
        } finally {
            entry.killing().unlock();
        }
    }

    /// Adds an ended job once more, under its number. If it cannot be started now, it is unchanged.
    ///
    /// @throws IllegalArgumentException if its end is not settled; the message says what to do
    StartResult restart(JobEntry entry, WantedJob wanted, Consumer<JobEntry> whenMade) {
        Job before = entry.job();
        // What a kill does to its last run must not come to the next one.
        if (!entry.killing().tryLock()) {
            throw QueuedJobs.unsettled(before);
        }
        try {
            queued.restart(entry, wanted);
            whenMade.accept(entry);
        } catch (IOException e) {
            return new NotStarted(Reasons.of(e));
        } finally {
            entry.killing().unlock();
        }
        awaitStart(List.of(entry));
        return queued.undoRestart(entry, before)
                .<StartResult>map(NotStarted::new)
                .orElseGet(() -> answer(entry));
    }

    private void awaitStart(List<JobEntry> entries) {
        var _ = queue.look();
        var _ = Polling.await(STARTING, () -> entries.stream().noneMatch(JobEntry::isStarting));
        // `leave` returned false: the start has just finished or just begun, so wait again.
        List<JobEntry> begun = entries.stream().filter(entry -> !queued.leave(entry)).toList();
        var _ = Polling.await(STARTING, () -> begun.stream().noneMatch(JobEntry::isStarting));
    }

    private StartResult answer(JobEntry entry) {
        Job job = entry.job();
        Optional<String> failure = failure(entry, job);
        if (failure.isPresent()) {
            return new NotStarted(failure.get());
        }
        if (hasBegun(job)) {
            return new Made(job);
        }
        Waiting why =
                queue.waiting(job.number())
                        .orElseGet(() -> new Waiting(job, 1, WaitReason.of("being started")));
        return new Made(why.job(), Optional.of(why), Optional.empty());
    }

    private static boolean hasBegun(Job job) {
        return job.state().launched().isPresent() || job.state().submitted().isPresent();
    }

    /// Returns why a job will not be started. The caller learns it from the answer: no nudge.
    private static Optional<String> failure(JobEntry entry, Job job) {
        Optional<ExitStatus> end = job.exitStatus().filter(_ -> !hasBegun(job));
        end.ifPresent(_ -> entry.applyFact(j -> j.after(new NudgeEvent.Unwanted())));
        return end.map(status ->
                status instanceof ExitStatus.NotStarted(String reason) ? reason : status.words());
    }
}
