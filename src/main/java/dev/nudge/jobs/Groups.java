package dev.nudge.jobs;

import dev.nudge.engine.EngineChoice;
import dev.nudge.job.Job;
import dev.nudge.job.Queueing;
import dev.nudge.jobs.queue.Group;
import dev.nudge.jobs.queue.Group.GroupLimits;
import dev.nudge.store.QueueStore;
import dev.nudge.store.QueueStore.GroupRecord;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The groups of the queue. Each change is on the disk before anyone sees it; if it cannot be
/// recorded (IOException), nothing has changed.
public final class Groups {
    private final QueueStore store;
    private volatile Runnable changed = () -> {};
    private volatile Map<String, Group> groups;

    Groups(QueueStore store) throws IOException {
        this.store = store;
        TreeMap<String, Group> all = new TreeMap<>();
        store.groups().forEach(record -> all.put(record.name(), group(record)));
        all.putIfAbsent(Group.DEFAULT.name(), Group.DEFAULT);
        this.groups = Map.copyOf(all);
    }

    private static Group group(GroupRecord record) {
        GroupLimits limits =
                new GroupLimits(record.parallel(), record.minFreeMemory(), record.maxLoad());
        EngineChoice engine =
                record.engine()
                        .map(name ->
                                new EngineChoice(
                                        name,
                                        record.options().orElse(List.of()),
                                        record.programs(),
                                        record.configuration()))
                        .orElse(EngineChoice.LOCAL);
        return new Group(record.name(), limits, record.paused().orElse(false), engine);
    }

    private static GroupRecord record(Group group) {
        GroupLimits limits = group.limits();
        EngineChoice engine = group.engine();
        return new GroupRecord(
                group.name(),
                limits.parallel(),
                Optional.of(true).filter(_ -> group.isPaused()),
                limits.minFreeMemory(),
                limits.maxLoad(),
                Optional.of(engine.engine()).filter(_ -> !engine.isLocal()),
                Optional.of(engine.options()).filter(options -> !options.isEmpty()),
                engine.programs(),
                engine.configuration());
    }

    /// Calls a listener after each change; a second one takes its place.
    void onChange(Runnable listener) {
        changed = listener;
    }

    /// Returns what runs the jobs of a group; this machine if there is none of this name.
    EngineChoice engine(String name) {
        return find(name).map(Group::engine).orElse(EngineChoice.LOCAL);
    }

    public List<Group> all() {
        return List.copyOf(new TreeMap<>(groups).values());
    }

    public Optional<Group> find(String name) {
        return Optional.ofNullable(groups.get(name));
    }

    /// @throws IllegalArgumentException if there is none; the message names those that exist
    public Group require(String name) {
        return find(name)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no group \"%s\". There are: %s. To add it: nudge group add %1$s"
                                        .formatted(name, names())));
    }

    String names() {
        return String.join(", ", new TreeMap<>(groups).keySet());
    }

    /// @throws IllegalArgumentException if there is one of this name
    public synchronized void add(Group group) throws IOException {
        if (groups.containsKey(group.name())) {
            throw new IllegalArgumentException(
                    "There is already a group %s. To change it: nudge group set %1$s --parallel N"
                            .formatted(group.name()));
        }
        Group _ = put(group);
    }

    /// Changes a group. The engine that runs its jobs may change only while no job is admitted.
    ///
    /// @param jobs all jobs if the engine may change: none that has not ended may be in the group
    /// @throws IllegalArgumentException if there is none of this name, or such jobs
    synchronized Group change(String name, UnaryOperator<Group> change, Collection<Job> jobs)
            throws IOException {
        Group before = require(name);
        Group after = change.apply(before);
        if (!after.engine().place().equals(before.engine().place())) {
            requireNone(name, jobs);
        }
        return put(after);
    }

    private Group put(Group group) throws IOException {
        TreeMap<String, Group> next = new TreeMap<>(groups);
        next.put(group.name(), group);
        save(next);
        return group;
    }

    /// Removes a group, while no job is admitted.
    ///
    /// @param jobs all jobs: none that has not ended may be in the group
    /// @throws IllegalArgumentException if it is needed; the message says for what
    synchronized Group remove(String name, Collection<Job> jobs) throws IOException {
        Group group = require(name);
        if (name.equals(Queueing.DEFAULT_GROUP)) {
            throw new IllegalArgumentException(
                    "The group default cannot be removed: it holds all jobs without a group of their own.");
        }
        requireNone(name, jobs);
        TreeMap<String, Group> next = new TreeMap<>(groups);
        next.remove(name);
        save(next);
        return group;
    }

    private static void requireNone(String name, Collection<Job> jobs) {
        List<String> unended =
                jobs.stream()
                        .filter(job -> !job.isEnded())
                        .filter(job -> job.spec().queueing().group().equals(name))
                        .map(job -> Long.toString(job.number()))
                        .toList();
        if (!unended.isEmpty()) {
            throw new IllegalArgumentException(
                    "The group %s still has jobs: %s. Wait for them, or end them: nudge kill %s"
                            .formatted(
                                    name, String.join(", ", unended), String.join(" ", unended)));
        }
    }

    private void save(Map<String, Group> next) throws IOException {
        store.saveGroups(next.values().stream().map(Groups::record).toList());
        groups = Map.copyOf(next);
        changed.run();
    }
}
