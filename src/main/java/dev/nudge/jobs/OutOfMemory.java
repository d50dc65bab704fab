package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.store.ExitRecord;
import dev.nudge.text.ByteCount;

/// Says of jobs that were ended because they wanted more memory than their bound that this is why.
final class OutOfMemory {
    private OutOfMemory() {}

    /// Returns the job, stopped for that reason; the same if this is not how it ended, or if there
    /// was another reason first.
    static Job noted(Job job, ExitRecord exit) {
        return exit.isOutOfMemory()
                ? job.after(new JobEvent.StopRequested("more memory than its bound" + bound(job)))
                : job;
    }

    private static String bound(Job job) {
        return job.spec().limits().bounds().memory().stream()
                .mapToObj(bytes -> " of " + ByteCount.of(bytes))
                .findFirst()
                .orElse("");
    }
}
