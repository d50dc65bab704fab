package dev.nudge.jobs;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.Signal;
import dev.nudge.store.ExitRecord;
import dev.nudge.text.ByteCount;
import java.util.OptionalLong;

/// Says of jobs that were ended because they wanted more memory than their bound that this is why.
final class OutOfMemory {
    /// What a shell exits with if the system has killed what it ran, as for want of memory.
    private static final int KILLED = 128 + Signal.KILL.number();

    private OutOfMemory() {}

    /// Returns whether a cluster may have ended a command for its memory, or in another way, that
    /// ended like this.
    static boolean isPossible(ExitStatus status) {
        return status instanceof ExitStatus.Signaled
                || (status instanceof ExitStatus.Exited(int code) && code == KILLED);
    }

    /// Returns the job, stopped for that reason; the same if this is not how it ended, if it has no
    /// such bound, or if there was another reason first.
    static Job noted(Job job, ExitRecord exit) {
        OptionalLong bound = job.spec().limits().bounds().memory();
        return exit.isOutOfMemory() && bound.isPresent()
                ? job.after(
                        new JobEvent.StopRequested(
                                "more memory than its bound of " + ByteCount.of(bound.getAsLong())))
                : job;
    }
}
