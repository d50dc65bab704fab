package dev.nudge.jobs.queue;

import dev.nudge.job.queue.Queueing;
import java.util.OptionalInt;

/// A group of jobs, which share limits.
///
/// @param name as [Queueing#name] allows it
/// @param parallel how many of its jobs run at once at most, 1 or more; empty for any number
/// @param isPaused whether none of its jobs is started until it is resumed
public record Group(String name, OptionalInt parallel, boolean isPaused) {
    /// The group of all jobs for which no other is named.
    public static final Group DEFAULT =
            new Group(Queueing.DEFAULT_GROUP, OptionalInt.empty(), false);

    public Group {
        if (parallel.isPresent() && parallel.getAsInt() < 1) {
            throw new IllegalArgumentException(
                    "the group %s would run %d jobs at once; expected 1 or more"
                            .formatted(name, parallel.getAsInt()));
        }
    }

    /// Returns whether it never makes a job wait.
    public boolean isOpen() {
        return parallel.isEmpty() && !isPaused;
    }

    /// Returns whether another job would be too many.
    ///
    /// @param running how many run
    boolean isFull(int running) {
        return parallel.isPresent() && running >= parallel.getAsInt();
    }

    /// Returns the group with another limit.
    public Group withParallel(OptionalInt next) {
        return new Group(name, next, isPaused);
    }

    /// Returns the group paused, or not.
    public Group withPaused(boolean paused) {
        return new Group(name, parallel, paused);
    }
}
