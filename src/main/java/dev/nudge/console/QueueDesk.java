package dev.nudge.console;

import dev.nudge.engine.Cluster.EngineCheck;
import dev.nudge.engine.EngineChoice;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.Queueing;
import dev.nudge.jobs.CommandEdit;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.JobQueue;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.Group.GroupLimits;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The queue, as people change it. What is not possible, such as a change of a group that does not
/// exist, is an [IllegalArgumentException] that says why, and if there is something to do, what.
/// What cannot be recorded, or done with processes, is an [IOException].
public record QueueDesk(JobControl control) {
    /// A group, and how many of its jobs there are.
    ///
    /// @param running including those that are being started or stopped
    /// @param waiting including those that are held
    public record GroupCount(Group group, long running, long waiting) {}

    public List<GroupCount> groups() {
        return control.queue().groups().all().stream().map(this::count).toList();
    }

    private GroupCount count(Group group) {
        List<Job> members =
                members(group.name())
                        .filter(job -> !job.isEnded() && job.spec().virtual().isEmpty())
                        .toList();
        long waiting = members.stream().filter(job -> job.state().isWaiting()).count();
        return new GroupCount(group, members.size() - waiting, waiting);
    }

    /// Returns the jobs that wait, by the names of their groups, in the order in which they would
    /// be started.
    public Map<String, List<Long>> order() {
        return control.queue().waiting().stream()
                .map(Waiting::job)
                .collect(
                        Collectors.groupingBy(
                                job -> job.spec().queueing().group(),
                                Collectors.mapping(Job::number, Collectors.toList())));
    }

    public void add(Group group) throws IOException {
        control.queue().groups().add(fitting(group));
    }

    /// Adds a group whose jobs run on this machine.
    ///
    /// @param parallel how many of them run at once, 1 or more; empty for any number
    public void add(String name, OptionalInt parallel) throws IOException {
        add(Group.of(Queueing.name("group", name), GroupLimits.NONE.withParallel(parallel)));
    }

    /// Changes how many jobs of a group run at once.
    ///
    /// @param parallel 1 or more; empty for any number
    public void resize(String name, OptionalInt parallel) throws IOException {
        change(name, group -> group.withLimits(group.limits().withParallel(parallel)));
    }

    public void change(String name, UnaryOperator<Group> change) throws IOException {
        control.queue().changeGroup(name, group -> fitting(change.apply(group)));
    }

    /// Returns what a group has to record in order to use an engine.
    public EngineChoice engine(String name, List<String> options, Map<String, String> environment) {
        return control.engines().choice(name, options, environment);
    }

    /// Finds out whether what runs the jobs of a group can do so. Blocks for at most about a
    /// minute.
    public List<EngineCheck> check(Group group) {
        return control.engines()
                .cluster(group.engine())
                .map(cluster -> cluster.check(group.engine()))
                .orElse(List.of());
    }

    /// A cluster does not care how busy this machine is.
    private static Group fitting(Group group) {
        if (!group.engine().isLocal() && group.limits().isAboutMachine()) {
            throw new IllegalArgumentException(
                    "The group %s runs its jobs in %s: --min-free-memory and --max-load are about this machine. Leave them out."
                            .formatted(group.name(), group.engine().engine()));
        }
        return group;
    }

    public void remove(String name) throws IOException {
        control.queue().removeGroup(name);
    }

    public boolean isGroup(String name) {
        return control.queue().groups().find(name).isPresent();
    }

    /// Stops starting jobs of a group.
    ///
    /// @param isForRunning whether its jobs that run are paused too
    public void pauseGroup(String name, boolean isForRunning) throws IOException {
        control.queue().pause(name);
        if (isForRunning) {
            control.pauser().pauseGroup(name);
        }
    }

    /// Returns the numbers of a group's jobs that wait in a cluster, which starts them even if the
    /// group is paused.
    public List<Long> handedOver(String group) {
        return members(group)
                .filter(job -> job.state().submitted().isPresent())
                .map(Job::number)
                .toList();
    }

    private Stream<Job> members(String group) {
        return control.jobs().all().stream()
                .filter(job -> job.spec().queueing().group().equals(group));
    }

    /// Starts jobs of a group again, and lets those continue that were paused with it.
    public void resumeGroup(String name) throws IOException {
        control.queue().resume(name);
        control.pauser().resumeGroup(name);
    }

    /// Holds a job that waits.
    ///
    /// @param isForRunning whether one that runs is paused
    /// @return whether it ran, and is paused; else it is held
    public boolean pauseJob(long number, boolean isForRunning) throws IOException {
        JobEntry entry = command(number);
        if (entry.job().isQueued()) {
            boolean _ = entry.apply(job -> job.after(new JobEvent.Held(true)));
        }
        // It may have been started just before.
        if (entry.job().isQueued()) {
            return false;
        }
        if (!isForRunning && entry.job().state().isUnderWay()) {
            throw new IllegalArgumentException(
                    "Job %d does not wait in the queue: it has been started. To stop its processes for a time: nudge pause --running %1$d"
                            .formatted(number));
        }
        if (!control.pauser().pause(entry, false)) {
            throw new IllegalArgumentException(
                    "Job %d cannot be paused: it %s.".formatted(number, condition(entry.job())));
        }
        return true;
    }

    /// Releases a job that is held, or lets one continue that is paused.
    ///
    /// @return whether it was paused; else it was held
    public boolean resumeJob(long number) throws IOException {
        JobEntry entry = command(number);
        if (entry.apply(job -> job.after(new JobEvent.Held(false)))) {
            return false;
        }
        if (!control.pauser().resume(entry)) {
            throw new IllegalArgumentException(
                    "Job %d is neither held nor paused: it %s."
                            .formatted(number, condition(entry.job())));
        }
        return true;
    }

    /// Has two jobs that wait change their places.
    ///
    /// @return the order then, as [JobQueue#sequence]
    public List<Long> switchPlaces(long one, long other) throws IOException {
        control.queue().move(one, List.of(other));
        return JobQueue.sequence(control.queue().waiting());
    }

    /// Moves a job that waits to another place among those of its group. All that it passes move
    /// up, or nothing happens.
    ///
    /// @param before the job in whose place it comes; empty for the end
    public void move(long number, OptionalLong before) throws IOException {
        List<Long> order =
                order().values().stream()
                        .filter(jobs -> jobs.contains(number))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "Job %d no longer waits.".formatted(number)));
        int from = order.indexOf(number);
        int place = before.isEmpty() ? order.size() : order.indexOf(before.getAsLong());
        if (place < 0) {
            throw new IllegalArgumentException(
                    "Job %d no longer waits in this group.".formatted(before.getAsLong()));
        }
        List<Long> passed =
                place > from
                        ? order.subList(from + 1, place)
                        : order.subList(place, from).reversed();
        if (!passed.isEmpty()) {
            control.queue().move(number, passed);
        }
    }

    /// Begins a change of the command of a job that waits. Close it in the end.
    public CommandEdit edit(long number) throws IOException {
        return control.queue().edit(number);
    }

    private JobEntry command(long number) {
        JobEntry entry = control.jobs().require(number);
        if (entry.job().spec().virtual().isPresent()) {
            throw new IllegalArgumentException(
                    "Job %d is a timer or a watch, which cannot be paused. To end it: nudge kill %1$d"
                            .formatted(number));
        }
        return entry;
    }

    private String condition(Job job) {
        return control.queue()
                .waiting(job.number())
                .map(waits -> "waits in the queue: " + waits.reason())
                .orElseGet(job.condition()::clause);
    }
}
