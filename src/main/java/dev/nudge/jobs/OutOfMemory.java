package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.store.ExitRecord;
import dev.nudge.text.ByteCount;
import java.util.OptionalLong;

/// Says of jobs that were ended because they wanted more memory than their bound that this is why.
final class OutOfMemory {
    private OutOfMemory() {}

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
