package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.JobQueue;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.GroupLimits;
import dev.nudge.jobs.queue.Waiting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The queue, as people change it.
public final class QueueDesk {
    private final Jobs jobs;
    private final JobQueue queue;

    QueueDesk(Jobs jobs, JobQueue queue) {
        this.jobs = jobs;
        this.queue = queue;
    }

    /// A group, and how many of its jobs there are.
    ///
    /// @param running including those that are being started or stopped
    /// @param waiting including those that are held
    public record GroupCount(Group group, long running, long waiting) {}

    /// Returns all groups, by name.
    public List<GroupCount> groups() {
        return queue.groups().all().stream().map(this::count).toList();
    }

    private GroupCount count(Group group) {
        List<Job> members =
                jobs.all().stream()
                        .filter(job -> !job.isEnded() && job.spec().virtual().isEmpty())
                        .filter(job -> job.spec().queueing().group().equals(group.name()))
                        .toList();
        long waiting = members.stream().filter(Job::isQueued).count();
        return new GroupCount(group, members.size() - waiting, waiting);
    }

    /// Returns the jobs that wait, by the names of their groups, in the order in which they would
    /// be started.
    public Map<String, List<Long>> order() {
        return queue.waiting().stream()
                .map(Waiting::job)
                .collect(
                        Collectors.groupingBy(
                                job -> job.spec().queueing().group(),
                                Collectors.mapping(Job::number, Collectors.toList())));
    }

    /// Adds a group.
    ///
    /// @throws IllegalArgumentException if there is one of this name
    /// @throws IOException if that cannot be recorded
    public void add(String name, GroupLimits limits) throws IOException {
        queue.groups().add(new Group(name, limits, false));
    }

    /// Changes the limits of a group.
    ///
    /// @throws IllegalArgumentException if there is no such group
    /// @throws IOException if that cannot be recorded
    public void limit(String name, UnaryOperator<GroupLimits> change) throws IOException {
        queue.groups().change(name, group -> group.withLimits(change.apply(group.limits())));
    }

    /// Removes a group.
    ///
    /// @throws IllegalArgumentException if it does not exist, or is needed
    /// @throws IOException if that cannot be recorded
    public void remove(String name) throws IOException {
        queue.groups().remove(name, jobs.all());
    }

    /// Returns whether there is a group of this name.
    public boolean isGroup(String name) {
        return queue.groups().find(name).isPresent();
    }

    /// Stops starting jobs of a group, or starts them again.
    ///
    /// @throws IllegalArgumentException if there is no such group
    /// @throws IOException if that cannot be recorded
    public void pauseGroup(String name, boolean isPaused) throws IOException {
        queue.groups().change(name, group -> group.withPaused(isPaused));
    }

    /// Holds a job that waits, or releases it.
    ///
    /// @throws IllegalArgumentException if it does not wait; the message says what to do
    /// @throws IOException if that cannot be recorded
    public void pauseJob(long number, boolean isPaused) throws IOException {
        JobEntry entry = jobs.require(number);
        if (!entry.job().isQueued()) {
            throw new IllegalArgumentException(
                    "Job %d does not wait in the queue: it %s."
                            .formatted(
                                    number,
                                    entry.job().isEnded() ? "has ended" : "has been started"));
        }
        boolean _ = queue.hold(entry, isPaused);
    }
}
