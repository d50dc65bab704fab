package dev.nudge.jobs;

import dev.nudge.engine.Polling;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.jobs.StartResult.NotStarted;
import dev.nudge.jobs.queue.WaitReason;
import dev.nudge.jobs.queue.Waiting;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Adds jobs to the queue, and waits until it is known what becomes of each: it waits there, or
/// runs, or could not be started.
final class NewJobs {
    private static final Duration STARTING = Duration.ofSeconds(10);

    private final JobQueue queue;
    private final QueuedJobs queued;
    private final JobStore store;

    NewJobs(JobQueue queue, QueuedJobs queued, JobStore store) {
        this.queue = queue;
        this.queued = queued;
        this.store = store;
    }

    /// Adds a job. Blocks until it waits, or runs if nothing stands in its way.
    StartResult add(JobSpec spec, StartOptions options) {
        Optional<StartResult> started = queue.start(spec, options);
        if (started.isPresent()) {
            return started.get();
        }
        JobEntry entry;
        try {
            entry = queued.add(spec, options);
        } catch (IOException e) {
            return new NotStarted(Reasons.of(e));
        }
        awaitStart(List.of(entry));
        return answer(entry);
    }

    /// Adds several jobs at once, with consecutive numbers. Blocks like the other.
    ///
    /// @param whenMade called once all of them can be found, before any is started
    BlockResult add(List<NewEntry> wanted, Runnable whenMade) {
        List<JobEntry> entries;
        try {
            entries = queue.begin(record(wanted), whenMade);
        } catch (IOException e) {
            return new BlockResult.Failed(Reasons.of(e));
        }
        awaitStart(entries);
        Map<Long, Waiting> waiting = new HashMap<>();
        queue.waiting().forEach(one -> waiting.put(one.job().number(), one));
        List<StartResult> answers =
                entries.stream()
                        .map(entry -> answer(entry, job -> Optional.ofNullable(waiting.get(job))))
                        .toList();
        return new BlockResult.Made(entries.stream().map(JobEntry::job).toList(), answers);
    }

    /// Records jobs that wait. Once this returns, all of them survive the end of the machine;
    /// before, none of them survives the end of this process. The queue does not know them yet.
    ///
    /// @throws IOException if they cannot be recorded; then there is no such job
    private List<Job> record(List<NewEntry> wanted) throws IOException {
        List<JobDirectory> block = store.allocate(wanted.stream().mapToInt(NewEntry::count).sum());
        boolean isRecorded = false;
        try {
            List<Job> jobs = save(block, NewEntry.numbered(wanted, block.getFirst().number()));
            store.settle(block);
            isRecorded = true;
            return jobs;
        } finally {
            if (!isRecorded) {
                store.discard(block);
            }
        }
    }

    /// @param wanted one for each directory
    private List<Job> save(List<JobDirectory> block, List<NewEntry> wanted) throws IOException {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < block.size(); i++) {
            NewEntry its = wanted.get(i);
            jobs.add(queued.writeInBlock(block.get(i), its.spec(), its.options()));
        }
        return jobs;
    }

    /// Waits until nothing is done any more about the end of a job, for some seconds, or for as
    /// long as it is being killed.
    void awaitRest(JobEntry entry) {
        entry.killing().lock();
        try {
            queued.awaitRecord(entry);
        } finally {
            entry.killing().unlock();
        }
    }

    /// Adds a job that has ended once more, under its number. Blocks like [#add]. If its command
    /// cannot be started now, it stays as it is.
    ///
    /// @param spec how it is to be started now
    /// @throws IllegalArgumentException if its end is not settled; the message says what to do
    StartResult restart(JobEntry entry, JobSpec spec, StartOptions options) {
        Job before = entry.job();
        // What a kill does to its last run must not come to the next one.
        if (!entry.killing().tryLock()) {
            throw QueuedJobs.unsettled(before);
        }
        try {
            queued.restart(entry, spec, options);
            options.whenMade().accept(entry);
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

    /// Waits until each of these jobs waits for something else, or has been started, or could not
    /// be.
    private void awaitStart(List<JobEntry> entries) {
        var _ = queue.look();
        var _ = Polling.await(STARTING, () -> entries.stream().noneMatch(NewJobs::isStarting));
        // Of a job that cannot be left, the start was over, or has begun just now.
        List<JobEntry> begun = entries.stream().filter(entry -> !queued.leave(entry)).toList();
        var _ = Polling.await(STARTING, () -> begun.stream().noneMatch(NewJobs::isStarting));
    }

    private static boolean isStarting(JobEntry entry) {
        return entry.job().state().isStarting();
    }

    private StartResult answer(JobEntry entry) {
        return answer(entry, queue::waiting);
    }

    /// @param waiting gives what a job waits for, by its number
    private StartResult answer(JobEntry entry, Function<Long, Optional<Waiting>> waiting) {
        Job job = entry.job();
        if (job.state().launched().isPresent()) {
            return new StartResult.Running(job, Optional.empty());
        }
        if (job.exitStatus().isPresent()) {
            // The caller learns it from the answer, so nobody is nudged.
            entry.applyFact(j -> j.after(new NudgeEvent.Unwanted()));
            return new NotStarted(reason(job.exitStatus().get()));
        }
        if (job.state().submitted().isPresent()) {
            return new StartResult.Submitted(job, job.state().submitted().get());
        }
        return new StartResult.Queued(
                waiting.apply(job.number())
                        .orElseGet(() -> new Waiting(job, 1, WaitReason.of("being started"))));
    }

    private static String reason(ExitStatus status) {
        return status instanceof ExitStatus.NotStarted(String reason) ? reason : status.words();
    }
}
