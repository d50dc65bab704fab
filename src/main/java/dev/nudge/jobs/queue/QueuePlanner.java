package dev.nudge.jobs.queue;

import dev.nudge.engine.EngineChoice;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.jobs.queue.QueuePlan.Skipped;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.process.MachineUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// Makes a [QueuePlan]: decides about each job that waits, those of higher priority first.
public final class QueuePlanner {
    /// The pause between starts in a group that looks at the machine, until a job's use shows.
    static final Duration PACE = Duration.ofSeconds(5);

    private static final Comparator<Job> ORDER =
            Comparator.<Job>comparingInt(job -> -job.spec().queueing().priority())
                    .thenComparingLong(Job::place)
                    .thenComparingLong(Job::number);

    private final Collection<Job> unended;
    private final LongFunction<Optional<Job>> known;
    private final Set<Long> leftOut;
    private final Function<String, Group> groups;
    private final Instant now;
    private final Function<EngineChoice, Optional<String>> unavailability;
    private final Supplier<MachineUse> machine;
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Instant> lastStarts = new HashMap<>();

    /// How many jobs run of an array that limits that, by the number of its first job.
    private final Map<Long, Integer> tasks = new HashMap<>();

    /// Arrays of which tasks are being started, by the number of their first job.
    private final Set<Long> beingSubmitted = new HashSet<>();

    /// Why groups can start nothing more; each stays so in this plan.
    private final Map<String, String> full = new HashMap<>();

    private final Map<String, Integer> places = new HashMap<>();

    /// Which job runs under a name that excludes others.
    private final Map<String, Long> exclusive = new HashMap<>();

    private final Map<Long, Skipped> skipped = new LinkedHashMap<>();
    private final List<Job> due = new ArrayList<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private Optional<Instant> nextLook = Optional.empty();

    /// For one plan.
    ///
    /// @param unended all jobs that have not ended; some may have meanwhile
    /// @param known looks any job up by its number, also one that has ended
    /// @param leftOut the numbers of jobs that cannot be read now: they have perhaps not ended
    /// @param unavailability says why an engine can start nothing at present
    /// @param machine asked only if it matters how busy the machine is
    public QueuePlanner(
            Collection<Job> unended,
            LongFunction<Optional<Job>> known,
            Set<Long> leftOut,
            Function<String, Group> groups,
            Function<EngineChoice, Optional<String>> unavailability,
            Supplier<MachineUse> machine,
            Instant now) {
        this.unavailability = unavailability;
        this.unended = unended;
        this.known = known;
        this.leftOut = leftOut;
        this.groups = groups;
        this.machine = machine;
        this.now = now;
    }

    /// Returns whether a change of a job can let others start, or lead to their being skipped. Most
    /// changes cannot: a local start that is over, and what is noted of a job that has ended.
    public static boolean isAffectedBy(Job before, Job after) {
        return before.state().isWaiting()
                || after.state().isWaiting()
                || before.isEnded() != after.isEnded()
                || (before.state().isStarting() && after.cluster().isPresent());
    }

    /// @param isForLists whether all are listed, with reasons; else a full group is passed over
    public QueuePlan plan(boolean isForLists) {
        unended.stream().filter(QueuePlanner::isRunning).forEach(this::count);
        // Known before jobs are sorted: mostly, the groups of most jobs that wait are full.
        unended.stream()
                .filter(Job::isQueued)
                .map(job -> job.spec().queueing().group())
                .distinct()
                .filter(this::isFull)
                .forEach(this::full);
        // By number: a job waits for jobs before it only, so that a whole chain is skipped at once.
        unended.stream()
                .filter(job -> !job.spec().queueing().after().isEmpty())
                .filter(job -> job.state().isWaiting() && job.retries() == 0)
                .sorted(Comparator.comparingLong(Job::number))
                .forEach(this::skipIfHopeless);
        unended.stream()
                .filter(job -> job.isQueued() && !skipped.containsKey(job.number()))
                .filter(job -> isForLists || hasRoom(job))
                .sorted(ORDER)
                .filter(job -> isForLists || hasRoom(job))
                .forEach(this::decide);
        return new QueuePlan(
                List.copyOf(skipped.values()), List.copyOf(due), List.copyOf(waiting), nextLook);
    }

    private boolean isFull(String group) {
        return groups.apply(group).limits().isFull(running.getOrDefault(group, 0));
    }

    /// Returns whether its group is not known to be full; does not look whether it is.
    private boolean hasRoom(Job job) {
        return !full.containsKey(job.spec().queueing().group());
    }

    private static boolean isRunning(Job job) {
        return !job.isEnded() && !job.isQueued() && job.spec().virtual().isEmpty();
    }

    private void count(Job job) {
        Queueing queueing = job.spec().queueing();
        running.merge(queueing.group(), 1, Integer::sum);
        lastStarts.merge(
                queueing.group(),
                job.startedAt().orElse(now),
                (one, other) -> one.isAfter(other) ? one : other);
        queueing.exclusive().ifPresent(name -> exclusive.put(name, job.number()));
        queueing.task().ifPresent(task -> tasks.merge(task.first(), 1, Integer::sum));
        queueing.task()
                .filter(_ -> job.state().isStarting())
                .ifPresent(task -> beingSubmitted.add(task.first()));
    }

    private void skipIfHopeless(Job job) {
        job.spec().queueing().after().stream()
                .filter(Dependency::mustSucceed)
                // What its cluster has may be started whatever is known here, but for a failure.
                .filter(before -> job.isQueued() || known.apply(before.job()).isPresent())
                .filter(before -> !isLeftOut(before.job()))
                .flatMap(before -> failure(before.job()).stream())
                .findFirst()
                .ifPresent(reason -> skipped.put(job.number(), new Skipped(job, reason)));
    }

    /// Returns how this job did not succeed; empty if it has succeeded or has not ended.
    private Optional<String> failure(long number) {
        Optional<Job> found = known.apply(number);
        if (found.isEmpty()) {
            return Optional.of("job " + number + " was removed");
        }
        Job before = found.get();
        Optional<String> failed =
                before.hasFailed() ? Optional.of("job " + number + " failed") : Optional.empty();
        return skipReason(before)
                .map(reason -> "%s, job %d was skipped".formatted(origin(reason), number))
                .or(() -> failed);
    }

    /// Returns why a job is to be skipped, or has been.
    private Optional<String> skipReason(Job job) {
        return Optional.ofNullable(skipped.get(job.number()))
                .map(Skipped::reason)
                .or(() ->
                        job.exitStatus().orElse(null) instanceof ExitStatus.Skipped(String reason)
                                ? Optional.of(reason)
                                : Optional.empty());
    }

    /// Returns what a chain of skipped jobs began with, which each reason names first.
    private static String origin(String reason) {
        return reason.split(", ", 2)[0];
    }

    private void decide(Job job) {
        Optional<WaitReason> obstacle = obstacle(job);
        if (obstacle.isEmpty()) {
            due.add(job);
            count(job);
        } else {
            int place =
                    job.state().isHeld()
                            ? 0
                            : places.merge(job.spec().queueing().group(), 1, Integer::sum);
            waiting.add(new Waiting(job, place, obstacle.get()));
        }
    }

    private Optional<WaitReason> obstacle(Job job) {
        if (job.state().isHeld()) {
            return Optional.of(WaitReason.of("held"));
        }
        Queueing queueing = job.spec().queueing();
        return unended(queueing)
                .map(WaitReason::of)
                .or(() -> early(job))
                .or(() -> noRoom(queueing).map(WaitReason::of));
    }

    private Optional<String> noRoom(Queueing queueing) {
        return excluded(queueing)
                .or(() -> full(queueing.group()))
                .or(() ->
                        queueing.task()
                                .flatMap(task -> crowded(task, groups.apply(queueing.group()))));
    }

    private Optional<String> unended(Queueing queueing) {
        List<String> before =
                queueing.after().stream()
                        .map(Dependency::job)
                        .filter(number -> isLeftOut(number) || isUnended(queueing, number))
                        .map(number -> Long.toString(number))
                        .toList();
        return switch (before.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of("after job " + before.getFirst());
            default -> Optional.of("after jobs " + String.join(", ", before));
        };
    }

    private boolean isLeftOut(long number) {
        return leftOut.contains(number) && known.apply(number).isEmpty();
    }

    private boolean isUnended(Queueing queueing, long before) {
        return known.apply(before)
                .filter(one -> !one.isEnded() && !isLeftToTheCluster(queueing, one))
                .isPresent();
    }

    /// Returns whether the cluster itself keeps the order of the two. It knows nothing of retries.
    private boolean isLeftToTheCluster(Queueing queueing, Job before) {
        Queueing its = before.spec().queueing();
        return before.cluster().isPresent()
                && its.group().equals(queueing.group())
                && its.retry().isEmpty();
    }

    private Optional<WaitReason> early(Job job) {
        Optional<Instant> time = job.notBefore().filter(now::isBefore);
        time.ifPresent(this::lookAgainAt);
        return time.map(t ->
                job.retries() == 0
                        ? WaitReason.until(t)
                        : WaitReason.at("attempt %d at".formatted(job.retries() + 1), t));
    }

    private void lookAgainAt(Instant time) {
        if (nextLook.isEmpty() || time.isBefore(nextLook.get())) {
            nextLook = Optional.of(time);
        }
    }

    private Optional<String> excluded(Queueing queueing) {
        return queueing.exclusive()
                .filter(exclusive::containsKey)
                .map(name -> "job %d runs as %s".formatted(exclusive.get(name), name));
    }

    private Optional<String> full(String name) {
        Optional<String> reason =
                Optional.ofNullable(full.get(name)).or(() -> limit(groups.apply(name)));
        reason.ifPresent(why -> full.put(name, why));
        return reason;
    }

    private Optional<String> limit(Group group) {
        if (group.isPaused()) {
            return Optional.of("group " + group.name() + " is paused");
        }
        Optional<String> unavailable = unavailability.apply(group.engine());
        if (unavailable.isPresent()) {
            lookAgainAt(now.plus(PACE));
            return unavailable;
        }
        int count = running.getOrDefault(group.name(), 0);
        if (group.limits().isFull(count)) {
            return Optional.of("group " + group.name() + " runs " + count);
        }
        return group.limits().isAboutMachine() ? busy(group) : Optional.empty();
    }

    /// Returns why another task of an array cannot be started. On this machine, an array runs as
    /// many at once as it may. A cluster sees to that itself if it is handed the whole array: tasks
    /// that return from a failed submission wait until all have returned.
    private Optional<String> crowded(ArrayTask task, Group group) {
        if (!group.engine().isLocal()) {
            return beingSubmitted.contains(task.first())
                    ? Optional.of("array %s is being submitted".formatted(task.jobs()))
                    : Optional.empty();
        }
        int count = tasks.getOrDefault(task.first(), 0);
        return task.parallel()
                .filter(most -> count >= most)
                .map(_ -> "array %s runs %d".formatted(task.jobs(), count));
    }

    private Optional<String> busy(Group group) {
        Optional<Instant> last = Optional.ofNullable(lastStarts.get(group.name()));
        Optional<Instant> next = last.map(start -> start.plus(PACE)).filter(now::isBefore);
        if (next.isPresent()) {
            lookAgainAt(next.get());
            return Optional.of("group %s has just started one".formatted(group.name()));
        }
        Optional<String> shortage = group.limits().shortage(machine.get());
        shortage.ifPresent(_ -> lookAgainAt(now.plus(PACE)));
        return shortage.map(what -> "group %s %s".formatted(group.name(), what));
    }
}
