package dev.nudge.jobs.queue;

import dev.nudge.engine.EngineChoice;
import dev.nudge.job.queue.Queueing;

/// A group of jobs, which share limits.
///
/// @param name as [Queueing#name] allows it
/// @param isPaused whether none of its jobs is started until it is resumed
/// @param engine what runs them
public record Group(String name, GroupLimits limits, boolean isPaused, EngineChoice engine) {
    /// The group of all jobs for which no other is named.
    public static final Group DEFAULT = of(Queueing.DEFAULT_GROUP, GroupLimits.NONE);

    /// Returns a group whose jobs run on this machine.
    public static Group of(String name, GroupLimits limits) {
        return new Group(name, limits, false, EngineChoice.LOCAL);
    }

    /// Returns whether it never makes a job wait.
    public boolean isOpen() {
        return limits.equals(GroupLimits.NONE) && !isPaused && engine.isLocal();
    }

    /// Returns the group with other limits.
    public Group withLimits(GroupLimits next) {
        return new Group(name, next, isPaused, engine);
    }

    /// Returns the group with another engine, or other options of it.
    public Group withEngine(EngineChoice next) {
        return new Group(name, limits, isPaused, next);
    }

    /// Returns the group paused, or not.
    public Group withPaused(boolean paused) {
        return new Group(name, limits, paused, engine);
    }
}
