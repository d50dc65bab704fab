package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Ended jobs of one agent of which nobody has been told, and the outbox for them.
final class UnreportedJobs {
    static final NudgeTarget AGENT = SomeJob.AGENT;

    private final JobsOnDisk disk;
    private final Jobs jobs;
    private final OutboxParts outbox;

    /// @param folder for all that is on disk
    UnreportedJobs(Path folder, int count) throws IOException {
        disk = new JobsOnDisk(folder);
        for (int i = 0; i < count; i++) {
            Job job = disk.save(number -> SomeJob.ended(number, "make part " + number));
            Files.writeString(log(job), "line of output\n".repeat(100));
        }
        jobs = disk.adopted();
        outbox = new OutboxParts(disk, jobs, () -> false);
    }

    Path log(Job job) {
        return disk.store().directory(job.number()).output();
    }

    List<Job> all() {
        return jobs.all();
    }

    OutboxParts outbox() {
        return outbox;
    }
}
