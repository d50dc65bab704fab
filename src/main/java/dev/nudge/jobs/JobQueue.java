package dev.nudge.jobs;

import dev.nudge.engine.Engines;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.Queueing;
import dev.nudge.job.VirtualTask;
import dev.nudge.jobs.queue.Admission;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.Group.GroupLimits;
import dev.nudge.jobs.queue.QueuePlan;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.jobs.queue.QueuePlanner;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.MachineUse;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The queue: starts the jobs that wait, as soon as nothing stands in their way.
public final class JobQueue implements AutoCloseable {
    private static final Logger LOG = System.getLogger(JobQueue.class.getName());

    /// How often it looks without a cause, which helps if a start could not be recorded or undone.
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Jobs jobs;
    private final QueuedJobs queued;
    private final Groups groups;
    private final Admission admission;
    private final QueuePlaces places;
    private final Engines engines;

    /// The jobs whose command is being edited: like one that is held, none of them is started. In
    /// memory only, so that none is left so when its editor and this daemon have ended.
    private final Set<Long> edited = ConcurrentHashMap.newKeySet();

    private final Semaphore causes = new Semaphore(0);

    private final Thread looker = Thread.ofPlatform().daemon().name("queue").unstarted(this::run);

    /// Belongs to the queue's thread alone. That thread looks after each change by another that can
    /// make a job due, even if that one has looked too, so it never misses a moment.
    private Optional<Instant> nextLook = Optional.empty();

    private volatile boolean isClosed;

    JobQueue(
            Jobs jobs,
            QueuedJobs queued,
            Groups groups,
            Admission admission,
            QueuePlaces places,
            Engines engines) {
        this.jobs = jobs;
        this.queued = queued;
        this.groups = groups;
        this.admission = admission;
        this.places = places;
        this.engines = engines;
    }

    public Groups groups() {
        return groups;
    }

    /// Puts back the jobs that an earlier daemon was about to start, and begins to start jobs.
    public void start() {
        queued.recover();
        places.recover();
        jobs.onQueueChange(this::changed);
        looker.start();
        changed();
    }

    /// Has the queue looked at soon; its own thread has seen what it changes. Does not block.
    void changed() {
        if (!Thread.currentThread().equals(looker)) {
            causes.release();
        }
    }

    private void run() {
        while (!isClosed) {
            try {
                var _ = causes.tryAcquire(pause().toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                return;
            }
            // If the look fails, the next one is not at once.
            nextLook = Optional.empty();
            // This look sees every change that was before.
            causes.drainPermits();
            var _ =
                    LoopGuard.runBriefly(
                            LOG,
                            "a look at the queue",
                            () -> {
                                queued.recover();
                                nextLook = look();
                            });
        }
    }

    private Duration pause() {
        return nextLook.map(time -> Duration.between(Instant.now(), time))
                .map(left -> left.isNegative() ? Duration.ofMillis(1) : left.plusMillis(1))
                .filter(left -> left.compareTo(PAUSE) < 0)
                .orElse(PAUSE);
    }

    /// Returns whether a job that is being admitted may be started without the queue.
    boolean isOpenTo(Queueing queueing) {
        return queueing.isUnconditional() && groups.require(queueing.group()).isOpen();
    }

    /// Lets recorded jobs be found, all at the same look, and calls `whenMade` then.
    synchronized List<JobEntry> begin(List<Job> recorded, Runnable whenMade) {
        List<JobEntry> entries = recorded.stream().map(queued::begin).toList();
        whenMade.run();
        return entries;
    }

    /// Starts what is due, and skips what is to be skipped; one thread at a time decides, so that
    /// no limit is exceeded. Returns when the next one is due.
    synchronized Optional<Instant> look() {
        while (true) {
            QueuePlan plan = plan(false);
            boolean isAnySkipped = skip(plan.skipped());
            start(plan.due());
            // A start makes no other job due, but a skipped one may.
            if (!isAnySkipped) {
                return plan.nextLook();
            }
        }
    }

    private QueuePlan plan(boolean isForLists) {
        // Read first: one that is taken over in between is known twice, and not unknown.
        Set<Long> leftOut = jobs.leftOut();
        List<Job> unended = jobs.unended().map(JobEntry::job).map(this::heldIfEdited).toList();
        return unended.stream().anyMatch(job -> job.state().isWaiting())
                ? new QueuePlanner(
                                unended,
                                number -> jobs.find(number).map(JobEntry::job),
                                leftOut,
                                name -> groups.find(name).orElse(Group.of(name, GroupLimits.NONE)),
                                choice ->
                                        engines.cluster(choice)
                                                .flatMap(its -> its.unavailability(choice)),
                                MachineUse::now,
                                Instant.now())
                        .plan(isForLists)
                : QueuePlan.EMPTY;
    }

    private Job heldIfEdited(Job job) {
        return edited.contains(job.number()) ? job.after(new JobEvent.Held(true)) : job;
    }

    private boolean skip(List<QueuePlan.Skipped> all) {
        boolean isAny = false;
        for (QueuePlan.Skipped one : all) {
            isAny |=
                    jobs.find(one.job().number())
                            .filter(entry -> jobs.skip(entry, one.reason()))
                            .isPresent();
        }
        return isAny;
    }

    private void start(List<Job> due) {
        Map<Long, List<JobEntry>> bundles = new HashMap<>();
        for (Job job : due) {
            jobs.find(job.number()).filter(this::take).ifPresent(entry -> begin(entry, bundles));
        }
        bundles.values().forEach(this::begin);
    }

    private void begin(JobEntry entry, Map<Long, List<JobEntry>> bundles) {
        queued.bundle(entry.job())
                .ifPresentOrElse(
                        array -> bundles.computeIfAbsent(array, _ -> new ArrayList<>()).add(entry),
                        () -> begin(List.of(entry)));
    }

    private void begin(List<JobEntry> bundle) {
        Thread.ofVirtual().name("start").start(() -> queued.start(bundle));
    }

    private boolean take(JobEntry entry) {
        try {
            return queued.take(entry);
        } catch (IOException e) {
            Reasons.warn(
                    LOG,
                    "job %d keeps waiting, because its start cannot be recorded"
                            .formatted(entry.job().number()),
                    e);
            return false;
        }
    }

    /// Stops starting jobs of a group. When this returns, none is taken out of the queue any more,
    /// and each that has been started is recorded.
    ///
    /// @throws IllegalArgumentException if there is no such group
    public void pause(String group) throws IOException {
        var _ =
                admission.alone(() -> {
                    synchronized (this) {
                        return groups.change(group, one -> one.withPaused(true), List.of());
                    }
                });
    }

    /// Lets jobs of a group be started again, without waiting for those that are being admitted.
    ///
    /// @throws IllegalArgumentException if there is no such group
    public void resume(String group) throws IOException {
        var _ = groups.change(group, one -> one.withPaused(false), List.of());
    }

    /// Changes a group, also what runs its jobs, as [Groups#change].
    public void changeGroup(String name, UnaryOperator<Group> change) throws IOException {
        var _ = admission.alone(() -> groups.change(name, change, jobs.all()));
    }

    /// Removes a group, as [Groups#remove].
    public void removeGroup(String name) throws IOException {
        var _ = admission.alone(() -> groups.remove(name, jobs.all()));
    }

    /// Returns the jobs that wait, in the order of their starts. Plans the whole queue: ask once.
    public List<Waiting> waiting() {
        return plan(true).waiting().stream()
                .map(waits ->
                        edited.contains(waits.job().number())
                                ? new Waiting(
                                        waits.job(), waits.place(), WaitReason.of("being edited"))
                                : waits)
                .toList();
    }

    /// Returns the numbers of those that wait, in the order of their starts; held ones last.
    public static List<Long> sequence(List<Waiting> waiting) {
        return waiting.stream()
                .sorted(Comparator.comparing(Waiting::isHeld))
                .map(waits -> waits.job().number())
                .toList();
    }

    /// Returns the order of jobs in lists: running ones, waiting ones by [#sequence], ended ones.
    public static Comparator<Job> listOrder(List<Waiting> waiting) {
        Map<Long, Integer> places = new HashMap<>();
        sequence(waiting).forEach(number -> places.put(number, places.size()));
        return Comparator.comparing(Job::isEnded)
                .thenComparing(job -> job.state().isWaiting())
                .thenComparing(job -> places.getOrDefault(job.number(), -1));
    }

    /// Returns, by number, why jobs wait, here or in their cluster; until when timers run; and what
    /// is wrong with jobs that run, such as a cluster that cannot be reached.
    public Map<Long, WaitReason> reasons(List<Waiting> waiting) {
        Map<Long, WaitReason> reasons =
                waiting.stream().collect(Collectors.toMap(w -> w.job().number(), Waiting::reason));
        jobs.unended()
                .map(JobEntry::job)
                .filter(job -> !job.isEnded())
                .forEach(job ->
                        condition(job).ifPresent(why -> reasons.putIfAbsent(job.number(), why)));
        return reasons;
    }

    /// Returns why a job waits in its cluster, until when a timer runs, or what is wrong with a
    /// job; empty if there is nothing to say.
    public Optional<WaitReason> condition(Job job) {
        return job.spec().virtual().orElse(null) instanceof VirtualTask.Timer timer
                        && !job.isEnded()
                ? Optional.of(WaitReason.until(timer.due()))
                : engines.of(job).status(job).words().map(WaitReason::of);
    }

    public Optional<Waiting> waiting(long number) {
        return waiting().stream().filter(w -> w.job().number() == number).findFirst();
    }

    /// Moves a job past others in the order, as [QueuePlaces#move], while none is started.
    public synchronized void move(long number, List<Long> passed) throws IOException {
        places.move(number, passed);
    }

    /// Begins a change of the command of a job that waits, which is not started until its end.
    ///
    /// @throws IllegalArgumentException if the job does not wait, or is being edited already
    public synchronized CommandEdit edit(long number) throws IOException {
        JobEntry entry = jobs.require(number);
        QueuePlaces.requireWait(entry.job());
        if (!edited.add(number)) {
            throw new IllegalArgumentException("Job %d is being edited already.".formatted(number));
        }
        return queued.edit(entry, () -> release(number));
    }

    private void release(long number) {
        edited.remove(number);
        changed();
    }

    @Override
    public void close() {
        isClosed = true;
        changed();
    }
}
