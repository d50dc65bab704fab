package dev.nudge.jobs.queue;

import dev.nudge.job.Job;

/// A job that waits.
///
/// @param place from 1, among those of its group that are not held; 0 for one that is held
/// @param reason why it waits
public record Waiting(Job job, int place, WaitReason reason) {
    /// Returns whether it is not started before it is released.
    public boolean isHeld() {
        return place == 0;
    }
}
