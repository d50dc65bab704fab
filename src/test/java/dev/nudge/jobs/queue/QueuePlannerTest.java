package dev.nudge.jobs.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.engine.EngineChoice;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.Signal;
import dev.nudge.jobs.queue.Group.GroupLimits;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.process.MachineUse;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueuePlannerTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final ExitStatus SUCCESS = new ExitStatus.Exited(0);

    private final List<Job> jobs = new ArrayList<>();
    private final Map<String, Group> groups = new HashMap<>();

    private Set<Long> leftOut = Set.of();
    private Optional<String> unavailability = Optional.empty();
    private MachineUse machine = new MachineUse(4L << 30, 1.5);

    /// Returns the plan for lists. That of the queue's own look starts and skips the same.
    private QueuePlan plan() {
        QueuePlan listed = plan(true);
        QueuePlan looked = plan(false);
        assertThat(looked.due()).isEqualTo(listed.due());
        assertThat(looked.skipped()).isEqualTo(listed.skipped());
        return listed;
    }

    private QueuePlan plan(boolean isForLists) {
        return new QueuePlanner(
                        jobs.stream().filter(job -> !job.isEnded()).toList(),
                        number -> jobs.stream().filter(job -> job.number() == number).findAny(),
                        leftOut,
                        name -> groups.getOrDefault(name, Group.of(name, GroupLimits.NONE)),
                        _ -> unavailability,
                        () -> machine,
                        NOW)
                .plan(isForLists);
    }

    private List<Long> due() {
        return plan().due().stream().map(Job::number).toList();
    }

    private List<String> reasons() {
        return plan().waiting().stream().map(w -> w.job().number() + ": " + w.reason()).toList();
    }

    private void assertPlan(List<Long> due, String... reasons) {
        assertThat(due()).isEqualTo(due);
        assertThat(reasons()).containsExactly(reasons);
    }

    private List<String> skipped() {
        return plan().skipped().stream().map(s -> s.job().number() + ": " + s.reason()).toList();
    }

    private static Queueing in(String group) {
        return urgent(group, 0);
    }

    private static Queueing urgent(String group, int priority) {
        Optional<Instant> any = Optional.empty();
        return new Queueing(group, priority, List.of(), any, Optional.empty(), Optional.empty());
    }

    private static Queueing in(
            List<Dependency> after, Optional<Instant> notBefore, Optional<String> exclusive) {
        return new Queueing("default", 0, after, notBefore, exclusive, Optional.empty());
    }

    private static Queueing exclusive(String name) {
        return in(List.of(), Optional.empty(), Optional.of(name));
    }

    private static Queueing at(Instant time) {
        return in(List.of(), Optional.of(time), Optional.empty());
    }

    private static Queueing after(boolean mustSucceed, Long... before) {
        return in(
                Stream.of(before).map(job -> new Dependency(job, mustSucceed)).toList(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void jobsThatHaveChangedPlacesAreStartedInThem() {
        limit("builds", 1);
        add(in("builds").at(0, 3));
        add(in("builds"));
        add(in("builds").at(0, 1));

        assertThat(due()).containsExactly(3L);
        assertThat(reasons()).last().isEqualTo("1: group builds runs 1");
    }

    private static Queueing task(int index, String group) {
        return in(group).with(Optional.of(new ArrayTask(index, 1, 4, Optional.of(2))));
    }

    /// On this machine, its tasks do not wait until others have been started.
    @Test
    void arrayRunsAsManyTasksAtOnceAsItMay() {
        jobs.add(queued(task(1, "default")).after(new JobEvent.Due()));
        add(task(2, "default"));
        add(task(3, "default"));
        add(in("default"));

        assertPlan(List.of(2L, 4L), "3: array 1-4 runs 2");
    }

    private void putFarIntoACluster() {
        EngineChoice slurm =
                new EngineChoice("slurm", List.of(), Optional.empty(), Optional.empty());
        groups.put("far", Group.of("far", GroupLimits.NONE).withEngine(slurm));
    }

    /// They come back one after the other from a submission that failed.
    @Test
    void tasksOfAnArrayAreHandedToAClusterTogether() {
        putFarIntoACluster();
        add(task(1, "far"));
        add(task(2, "far"));
        jobs.add(queued(task(3, "far")).after(new JobEvent.Due()));

        assertThat(due()).isEmpty();
        assertThat(reasons()).first().isEqualTo("1: array 1-4 is being submitted");

        jobs.removeLast();
        add(task(3, "far"));
        assertThat(due()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void clusterItselfLimitsHowManyTasksOfAnArrayRun() {
        putFarIntoACluster();
        addRunning(task(1, "far"));
        add(task(2, "far"));
        add(task(3, "far"));

        assertThat(due()).containsExactly(2L, 3L);
    }

    private Job queued(Queueing queueing) {
        JobSpec spec = SomeJob.spec("make").with(queueing);
        return Job.queued(jobs.size() + 1, spec, NOW, Optional.empty());
    }

    private void add(Queueing queueing) {
        jobs.add(queued(queueing));
    }

    private void addAfter(Queueing queueing, JobEvent event) {
        jobs.add(queued(queueing).after(event));
    }

    private void addHeld(Queueing queueing) {
        addAfter(queueing, new JobEvent.Held(true));
    }

    private void addRunning(Queueing queueing) {
        addAfter(queueing, new JobEvent.Started(Launch.of(100, NOW)));
    }

    private void addEnded(ExitStatus status) {
        addAfter(Queueing.NONE, new JobEvent.EndSeen(status, NOW));
    }

    private void limit(String group, int parallel) {
        groups.put(group, Group.of(group, GroupLimits.NONE.withParallel(OptionalInt.of(parallel))));
    }

    /// A job that is being started counts as running. Groups do not wait for each other.
    @Test
    void groupStartsAsManyAsMayRun() {
        limit("builds", 4);
        limit("tests", 1);
        addRunning(in("builds"));
        jobs.add(queued(in("builds")).after(new JobEvent.Due()));
        add(in("builds"));
        add(in("builds"));
        add(in("builds"));
        add(in("tests"));

        assertPlan(List.of(3L, 4L, 6L), "5: group builds runs 4");
    }

    @Test
    void higherPriorityIsStartedFirstAndThenTheLowerNumber() {
        limit("builds", 3);
        add(in("builds"));
        add(urgent("builds", -1));
        add(urgent("builds", 5));
        add(in("builds"));

        assertThat(due()).containsExactly(3L, 1L, 4L);
        assertThat(plan().waiting()).extracting(Waiting::place).containsExactly(1);
    }

    @Test
    void jobThatCannotBeStartedLetsOthersPass() {
        limit("builds", 1);
        add(after(true, 9L));
        addHeld(in("builds"));
        add(in("builds"));
        jobs.add(Job.starting(9, SomeJob.spec("sleep 9"), NOW, Optional.empty()));

        assertPlan(List.of(3L), "1: after job 9", "2: held");
    }

    private void limitByMachine(long memory, double load) {
        OptionalInt any = OptionalInt.empty();
        var limits = new GroupLimits(any, OptionalLong.of(memory), OptionalDouble.of(load));
        groups.put("builds", Group.of("builds", limits));
    }

    @Test
    void groupThatLooksAtTheMachineStartsOneAtATime() {
        limitByMachine(4L << 30, 1.6);
        add(in("builds"));
        add(in("builds"));
        add(in("others"));

        assertPlan(List.of(1L, 3L), "2: group builds has just started one");
        assertThat(plan().nextLook()).contains(NOW.plus(QueuePlanner.PACE));

        Launch before = Launch.of(100, NOW.minus(QueuePlanner.PACE));
        jobs.set(0, jobs.getFirst().after(new JobEvent.Started(before)));
        assertThat(due()).containsExactly(2L, 3L);
    }

    @Test
    void groupWaitsForMemoryAndALowerLoad() {
        limitByMachine((4L << 30) + 1, 1.6);
        add(in("builds"));

        assertPlan(List.of(), "1: group builds wants 4.0G of memory, 4.0G are free");
        assertThat(plan().nextLook()).contains(NOW.plus(QueuePlanner.PACE));

        limitByMachine(1, 1.5);
        assertThat(reasons()).containsExactly("1: group builds wants a load below 1.5, it is 1.5");

        machine = new MachineUse(1, 1.4);
        assertThat(due()).containsExactly(1L);
    }

    @Test
    void pausedGroupOrOneThatCannotBeReachedStartsNothing() {
        add(in("builds"));
        unavailability = Optional.of("Unable to contact slurm controller");
        assertPlan(List.of(), "1: Unable to contact slurm controller");
        assertThat(plan().nextLook()).contains(NOW.plus(QueuePlanner.PACE));

        groups.put("builds", Group.of("builds", GroupLimits.NONE).withPaused(true));
        assertPlan(List.of(), "1: group builds is paused");
    }

    @Test
    void jobWaitsForAllThatItIsToRunAfter() {
        addRunning(Queueing.NONE);
        addEnded(SUCCESS);
        addRunning(Queueing.NONE);
        add(after(true, 1L, 2L, 3L));
        add(after(true, 2L));

        assertThat(reasons()).containsExactly("4: after jobs 1, 3");
        assertThat(due()).containsExactly(5L);
    }

    @Test
    void failureSkipsTheWholeChain() {
        addEnded(new ExitStatus.Exited(2));
        add(after(true, 1L));
        add(after(true, 2L));
        add(after(true, 3L));
        add(after(false, 4L));

        assertThat(skipped())
                .containsExactly(
                        "2: job 1 failed",
                        "3: job 1 failed, job 2 was skipped",
                        "4: job 1 failed, job 3 was skipped");
        assertThat(reasons()).containsExactly("5: after job 4");
    }

    @Test
    void failureSkipsAlsoThoseThatAreHeldOrWaitForOthers() {
        addEnded(new ExitStatus.Signaled(Signal.TERM));
        addRunning(Queueing.NONE);
        addHeld(after(true, 1L));
        add(after(true, 2L, 1L));

        assertThat(skipped()).containsExactly("3: job 1 failed", "4: job 1 failed");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void whateverBecomesOfAJobTheNextMayNotMind(int code) {
        addEnded(new ExitStatus.Exited(code));
        add(after(false, 1L));

        assertThat(due()).containsExactly(2L);
    }

    @Test
    void jobIsNotStartedBeforeItsTime() {
        add(at(NOW.plus(Duration.ofHours(2))));
        add(at(NOW.plus(Duration.ofMinutes(1))));
        add(at(NOW));

        assertThat(due()).containsExactly(3L);
        assertThat(plan().nextLook()).contains(NOW.plus(Duration.ofMinutes(1)));
        assertThat(reasons()).first().asString().startsWith("1: until ");
    }

    @Test
    void onlyOneOfAnExclusiveNameRuns() {
        add(exclusive("database"));
        add(exclusive("database"));
        add(exclusive("port"));

        assertPlan(List.of(1L, 3L), "2: job 1 runs as database");
    }

    /// Its record could not be read.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jobThatIsLeftOutHasNotEnded(boolean mustSucceed) {
        leftOut = Set.of(17L);
        add(after(mustSucceed, 17L));

        assertThat(skipped()).isEmpty();
        assertPlan(List.of(), "1: after job 17");
    }

    /// Others wait for the first job: in its group, in its array, for its end.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changeThatDoesNotAffectTheQueueLeavesThePlanAsItIs(boolean isFar) {
        String group = isFar ? "far" : "default";
        putFarIntoACluster();
        limit("default", 1);
        add(task(1, group));
        add(task(2, group));
        add(after(true, 1L));
        add(in(group));
        Launch launch = Launch.of(100, NOW);
        List<Boolean> affected = new ArrayList<>();
        for (JobEvent event :
                List.of(
                        new JobEvent.Due(),
                        new JobEvent.Started(
                                isFar ? launch.in(ClusterJob.submitted("slurm", "7")) : launch),
                        new JobEvent.PauseBegun(NOW, Duration.ZERO, false),
                        new JobEvent.PauseEnded(NOW, Duration.ZERO),
                        new JobEvent.StopRequested("killed", Duration.ZERO),
                        new JobEvent.EndSeen(new ExitStatus.Exited(1), NOW))) {
            QueuePlan planned = plan();
            Job before = jobs.getFirst();
            jobs.set(0, before.after(event));
            assertThat(jobs.getFirst()).isNotEqualTo(before);
            affected.add(QueuePlanner.isAffectedBy(before, jobs.getFirst()));
            if (!affected.getLast()) {
                assertThat(plan().due()).isEqualTo(planned.due());
                assertThat(plan().skipped()).isEqualTo(planned.skipped());
            }
        }
        assertThat(affected).containsExactly(true, isFar, false, false, false, true);
    }
}
