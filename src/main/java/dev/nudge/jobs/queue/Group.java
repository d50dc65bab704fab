package dev.nudge.jobs.queue;

import dev.nudge.job.queue.Queueing;

/// A group of jobs, which share limits.
///
/// @param name as [Queueing#name] allows it
/// @param isPaused whether none of its jobs is started until it is resumed
public record Group(String name, GroupLimits limits, boolean isPaused) {
    /// The group of all jobs for which no other is named.
    public static final Group DEFAULT = new Group(Queueing.DEFAULT_GROUP, GroupLimits.NONE, false);

    /// Returns whether it never makes a job wait.
    public boolean isOpen() {
        return limits.equals(GroupLimits.NONE) && !isPaused;
    }

    /// Returns the group with other limits.
    public Group withLimits(GroupLimits next) {
        return new Group(name, next, isPaused);
    }

    /// Returns the group paused, or not.
    public Group withPaused(boolean paused) {
        return new Group(name, limits, paused);
    }
}
