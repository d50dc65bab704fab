package dev.nudge.jobs;

import dev.nudge.engine.Cluster;
import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSelector;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Starter.StartResult;
import dev.nudge.jobs.Starter.StartResult.Made;
import dev.nudge.jobs.Starter.StartResult.NotStarted;
import dev.nudge.jobs.queue.QueuePlanner;
import dev.nudge.store.AtOnce.Step;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.JobStore.MalformedRecordException;
import dev.nudge.store.QueueStore;
import dev.nudge.text.ByteCount;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// All jobs of a user: starts them, learns of their ends, adopts those of earlier daemons.
public final class Jobs {
    private static final Logger LOG = System.getLogger(Jobs.class.getName());

    private final JobStore store;
    private final Engines engines;
    private final Executions executions;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> queueListeners = new CopyOnWriteArrayList<>();
    private final ConcurrentSkipListMap<Long, JobEntry> entries = new ConcurrentSkipListMap<>();

    /// Jobs whose start this daemon has not finished: nothing else judges them.
    private final Set<Long> starts = ConcurrentHashMap.newKeySet();

    public Jobs(JobStore store, Engines engines, Executions executions) {
        this.store = store;
        this.engines = engines;
        this.executions = executions;
    }

    /// Calls a listener when something about a job has changed, when there is a new job, and when
    /// one has been removed. It must not block, since the job may be locked.
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /// Calls a listener as [#onChange] does, but only after changes that can let a waiting job
    /// start, or have it skipped.
    void onQueueChange(Runnable listener) {
        queueListeners.add(listener);
    }

    void changed() {
        queueListeners.forEach(Runnable::run);
        listeners.forEach(Runnable::run);
    }

    private void changed(Job before, Job after) {
        if (QueuePlanner.isAffectedBy(before, after)) {
            queueListeners.forEach(Runnable::run);
        }
        listeners.forEach(Runnable::run);
    }

    /// Starts a command. Returns, after some milliseconds, when it runs and is recorded, or could
    /// not be started. `whenMade` is called with the job before that.
    StartResult start(WantedJob wanted, Consumer<JobEntry> whenMade) {
        JobDirectory directory;
        Job job;
        try {
            directory = store.allocate();
            Instant now = store.createdAt(directory);
            JobSpec spec = wanted.spec();
            JobSpec bounded = spec.with(engines.fit(EngineChoice.LOCAL, spec).bounds());
            job = Job.starting(directory.number(), bounded, now, wanted.target());
            store.saveStart(job);
        } catch (IOException e) {
            return new NotStarted(Reasons.of(e));
        }
        starts.add(directory.number());
        JobEntry entry = begin(job);
        whenMade.accept(entry);
        return launched(entry, launch(job, directory, wanted), true);
    }

    private StartOutcome launch(Job job, JobDirectory directory, WantedJob wanted) {
        try {
            JobStart start = wanted.atOnce(job, directory);
            return Objects.requireNonNull(
                    engines.of(EngineChoice.LOCAL).start(List.of(start)).get(job.number()));
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "job " + directory.number() + " cannot be started", e);
            return new StartOutcome.Failed(String.valueOf(e.getMessage()));
        }
    }

    /// Starts a virtual job, once its directory is prepared; [#finish] ends it. If it cannot be
    /// recorded (IOException), there is none.
    public JobEntry startVirtual(
            JobSpec spec, Optional<NudgeTarget> target, Step<JobDirectory> preparation)
            throws IOException {
        JobDirectory directory = store.allocate();
        Instant now = Instant.now();
        Job job =
                Job.starting(directory.number(), spec, now, target)
                        .after(new JobEvent.Started(Launch.withoutProcess(now)));
        try {
            preparation.run(directory);
            store.save(job);
        } catch (IOException e) {
            store.remove(directory.number());
            throw e;
        }
        return begin(job);
    }

    /// Adds a new job, as an execution before anyone can end it.
    JobEntry begin(Job job) {
        JobEntry entry = new JobEntry(store, job, this::changed);
        executions.begin(entry, status -> finish(entry, status));
        entries.put(job.number(), entry);
        changed();
        return entry;
    }

    /// Ends a job that has no process. A second end changes nothing.
    public void finish(JobEntry entry, ExitStatus status) {
        end(entry, entry.job(), new ExitRecord(status, Instant.now()));
    }

    /// Returns a future that is completed with the job when it ends; at once if it has ended. Each
    /// call has a future of its own, which a caller that stops waiting cancels. Dependent actions
    /// must not block, since they run where the end is recorded.
    public CompletableFuture<Job> endOf(JobEntry entry) {
        return executions.endOf(entry);
    }

    /// Has a job left alone by everything else until [#launched] or [#finishStart].
    void beginStart(long number) {
        starts.add(number);
    }

    boolean isBeingStarted(long number) {
        return starts.contains(number);
    }

    void finishStart(long number) {
        starts.remove(number);
    }

    /// Records what became of a start. Only the answer reports the failure of an awaited one.
    StartResult launched(JobEntry entry, StartOutcome outcome, boolean isAwaited) {
        return switch (outcome) {
            case StartOutcome.Started(long pid, Optional<String> noTerminal) ->
                    running(entry, Launch.of(pid, startOf(entry.job())), noTerminal);
            case StartOutcome.Failed(String reason) -> failed(entry, reason, isAwaited);
            case StartOutcome.Submitted(ClusterJob cluster) ->
                    passedOn(entry, new JobEvent.Submitted(cluster));
            case StartOutcome.Postponed _ -> passedOn(entry, new JobEvent.Returned());
            case StartOutcome.Taken _, StartOutcome.Undecided _ -> {
                // If there is a host, it has recorded its processes by now, or is about to.
                starts.remove(entry.job().number());
                sweep(entry);
                yield new Made(entry.job());
            }
        };
    }

    private StartResult passedOn(JobEntry entry, JobEvent event) {
        entry.applyFact(j -> j.after(event));
        starts.remove(entry.job().number());
        return new Made(entry.job());
    }

    /// Returns the start by the same clock as the end, so that the end is not before the start.
    private Instant startOf(Job job) {
        return store.readHost(job.number()).map(HostRecord::at).orElse(job.createdAt());
    }

    private StartResult running(JobEntry entry, Launch launch, Optional<String> noTerminal) {
        entry.begun(launch);
        Job running = entry.job();
        starts.remove(running.number());
        endIfOver(running.number());
        return new Made(running, Optional.empty(), noTerminal);
    }

    private StartResult failed(JobEntry entry, String reason, boolean isAwaited) {
        JobEvent end = new JobEvent.EndSeen(new ExitStatus.NotStarted(reason), Instant.now());
        entry.applyFact(
                j -> isAwaited ? j.after(end).after(new NudgeEvent.Unwanted()) : j.after(end));
        starts.remove(entry.job().number());
        removeStart(entry.job().number());
        executions.ended(entry.job());
        store.silenceBell(entry.job().number());
        return new NotStarted(reason);
    }

    public void stopRequested(JobEntry entry, String reason, Duration grace) {
        entry.applyFact(j -> j.after(new JobEvent.StopRequested(reason, grace)));
    }

    /// Records the end that the job's host has recorded, if it has. [#start] does so by itself.
    public void endIfOver(long number) {
        JobEntry entry = entries.get(number);
        if (entry == null) {
            return;
        }
        // First: what runs a job is known once its start is over, and only then who may know its
        // end.
        boolean isBeingStarted = isBeingStarted(number);
        Job seen = entry.job();
        if (seen.isQueued()) {
            removeBellOfKnownEnd(entry);
        } else if (!isBeingStarted) {
            boolean _ = endIfRecorded(entry, seen);
        }
    }

    /// Records the end that the host has recorded. Returns false if that cannot be found out now.
    private boolean endIfRecorded(JobEntry entry, Job seen) {
        try {
            Optional<ExitRecord> exit = recordedEnd(seen.number());
            if (exit.isEmpty() && !seen.attempts().isEmpty()) {
                // The bell of the attempt before, which may have been rung late, rings no more.
                store.silenceBell(seen.number());
                exit = recordedEnd(seen.number());
            }
            exit.filter(e -> isFinal(seen, e)).ifPresent(e -> end(entry, seen, e));
            return true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job " + seen.number() + ": its end cannot be read now: " + e);
            return false;
        }
    }

    /// Reads the end of a job. A damaged record is an end too: nothing else will be known of it.
    private Optional<ExitRecord> recordedEnd(long number) throws IOException {
        try {
            return store.readExit(number);
        } catch (MalformedRecordException e) {
            String reason = String.valueOf(e.getMessage());
            LOG.log(Level.WARNING, "job {0}: {1}", Long.toString(number), reason);
            return Optional.of(new ExitRecord(new ExitStatus.Lost(reason), Instant.now()));
        }
    }

    /// Removes what the start of an ended job needed, and its ticket: nothing starts it any more.
    private void removeStart(long number) {
        store.removeOrder(number);
        QueueStore.removeTickets(store.directory(number));
    }

    private boolean isFinal(Job seen, ExitRecord exit) {
        return engines.cluster(seen).map(cluster -> cluster.accept(seen, exit)).orElse(true);
    }

    /// Records an end that was read after `seen`. If the command has been started again since, that
    /// was the end of the earlier start, which is known.
    private void end(JobEntry entry, Job seen, ExitRecord exit) {
        Optional<Launch> launch = entry.startOf(seen);
        Optional<ClusterJob> place =
                exit.start().map(start -> ClusterJob.at(engines.of(seen).name(), start));
        AtomicBoolean isPaused = new AtomicBoolean();
        boolean isChanged =
                entry.applyFact(j -> {
                    isPaused.set(j.isPaused());
                    return JobEntry.isSameAttempt(seen, j)
                            ? ended(JobEntry.caughtUp(j, launch, place), exit)
                            : j;
                });
        if (!isChanged && !JobEntry.isSameAttempt(seen, entry.job())) {
            endIfOver(seen.number());
            return;
        }
        if (isChanged && isPaused.get()) {
            executions.proceed(seen);
        }
        removeBellOfKnownEnd(entry);
        if (isChanged && entry.job().isEnded()) {
            removeStart(entry.job().number());
            executions.ended(entry.job());
        }
    }

    private Job ended(Job job, ExitRecord exit) {
        if (job.isRetriedAfter(exit.status())) {
            long written = store.directory(job.number()).outputSize();
            return job.after(new JobEvent.AttemptFailed(exit.status(), exit.at(), written));
        }
        return outOfMemory(job, exit).after(new JobEvent.EndSeen(exit.status(), exit.at()));
    }

    /// Returns a job as stopped for its bound of memory, if this is how it ended and no other
    /// reason came first; otherwise the same job.
    static Job outOfMemory(Job job, ExitRecord exit) {
        OptionalLong bound = job.spec().limits().bounds().memory();
        return exit.isOutOfMemory() && bound.isPresent()
                ? job.after(
                        new JobEvent.StopRequested(
                                "more memory than its bound of " + ByteCount.of(bound.getAsLong())))
                : job;
    }

    /// Ends a job that waits in the queue, and returns whether it still did.
    boolean endQueued(JobEntry entry, String reason) {
        return endUnstarted(entry, Job::isQueued, new ExitStatus.NotStarted(reason));
    }

    /// Ends a job that will never be started, since one before it has failed: also one that its
    /// cluster has, which knows that too. Returns whether it still waited.
    boolean skip(JobEntry entry, String reason) {
        Job seen = entry.job();
        return isStillHere(seen)
                && endUnstarted(
                        entry,
                        job -> job.state().equals(seen.state()),
                        new ExitStatus.Skipped(reason));
    }

    /// Returns whether a job waits, and cannot be started any more by its cluster.
    private boolean isStillHere(Job job) {
        try {
            Optional<Cluster> cluster = engines.cluster(job).filter(_ -> job.state().isWaiting());
            return job.isQueued() || (cluster.isPresent() && cluster.get().withdraw(job));
        } catch (IOException e) {
            Reasons.warn(LOG, "job " + job.number() + " cannot be skipped now", e);
            return false;
        }
    }

    private boolean endUnstarted(JobEntry entry, Predicate<Job> isMeant, ExitStatus status) {
        Instant now = Instant.now();
        boolean isEnded = entry.applyFact(j -> isMeant.test(j) ? j.givenUp(status, now) : j);
        if (isEnded) {
            removeStart(entry.job().number());
            executions.ended(entry.job());
        }
        return isEnded;
    }

    /// Reads all jobs from disk and takes over those that an earlier daemon left running.
    public void adopt() throws IOException {
        store.loadAll().forEach(this::take);
    }

    private void take(Job job) {
        if (job.isEnded()) {
            entries.put(job.number(), new JobEntry(store, job, this::changed));
            store.removeOrder(job.number());
            changed();
        } else {
            adopt(begin(job));
        }
    }

    /// Returns whether a job can still be taken over while others wait, run and end. Only a new
    /// daemon continues with any other: a watch, or one that is paused, or being stopped.
    private static boolean isTakenLater(Job job) {
        boolean isPlain = job.isQueued() || job.state().isRunning();
        return job.isEnded() || (isPlain && job.spec().virtual().isEmpty());
    }

    /// Judges a job. If its host may be about to record its start, the first sweep judges it.
    private void adopt(JobEntry entry) {
        Job found = entry.job();
        boolean isStarting = found.state().isStarting();
        if (found.spec().virtual().isPresent() || (isStarting && !entry.hasStarted())) {
            return;
        }
        if (isStarting) {
            removeOrderOfStarted(found);
        }
        sweep(entry);
    }

    /// Removes what the start of a started job needed, unless the job may be started again.
    void removeOrderOfStarted(Job job) {
        if (job.spec().queueing().retry().isEmpty()) {
            store.removeOrder(job.number());
        }
    }

    /// Removes the mark of an end that is known. A job that has been started again leaves its own.
    private void removeBellOfKnownEnd(JobEntry entry) {
        entry.read(job -> {
            if (job.isEnded() || job.isQueued()) {
                store.silenceBell(job.number());
            }
        });
    }

    /// Checks jobs whose hosts may have died without a record, and takes over those that could not
    /// be read before.
    public void sweep() {
        store.loadLeftOut(Jobs::isTakenLater, this::take);
        entries.values().forEach(JobEntry::saveAgain);
        unended().filter(e -> e.job().spec().virtual().isEmpty()).forEach(this::sweep);
    }

    public void sweep(JobEntry entry) {
        if (isBeingStarted(entry.job().number())) {
            return;
        }
        Job seen = entry.job();
        if (seen.isQueued()) {
            return;
        }
        Look look = engines.of(seen).look(seen);
        look.launch().ifPresent(launch -> entry.recordStart(seen, launch));
        // The exit record is read after the processes, since a host may end in between.
        boolean isKnown = endIfRecorded(entry, seen);
        if (look.isRequeued()) {
            entry.applyFact(
                    j -> JobEntry.isSameAttempt(seen, j) ? j.after(new JobEvent.Requeued()) : j);
        }
        if (look.end().isPresent() && isKnown && !entry.job().isEnded()) {
            look.end()
                    .get()
                    .reason()
                    .map(JobEvent.StopRequested::new)
                    .ifPresent(stop -> entry.applyFact(j -> j.after(stop)));
            end(entry, seen, look.end().get().exit());
        }
    }

    public Optional<JobEntry> find(long number) {
        return Optional.ofNullable(entries.get(number));
    }

    /// @throws IllegalArgumentException if there is no such job; the message names some that exist
    public JobEntry require(long number) {
        return find(number)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                new JobSelector.One(number)
                                        .unknown(all(), JobSelector.FOR_PERSON)));
    }

    /// Takes a job that has ended out of the list.
    public void forget(long number) {
        entries.remove(number);
        changed();
    }

    public List<Job> all() {
        return entries.values().stream().map(JobEntry::job).toList();
    }

    /// Returns the numbers of the jobs that are not in the list, since they cannot be read now.
    public Set<Long> leftOut() {
        return store.leftOut();
    }

    /// Returns the entries by number; live.
    public Collection<JobEntry> entries() {
        return entries.values();
    }

    /// Returns the jobs that have not ended, by number: few, where there are many.
    public Stream<JobEntry> unended() {
        return executions.unended();
    }
}
