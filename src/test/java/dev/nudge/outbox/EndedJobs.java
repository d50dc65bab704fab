package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Jobs of one agent that have ended and of whose ends nobody has been told, and the outbox in
/// which they are to be.
final class EndedJobs {
    static final NudgeTarget AGENT = SomeJob.AGENT;

    private final JobsOnDisk disk;
    private final Jobs jobs;
    private final JobOutbox outbox;

    /// @param folder for all that is on disk
    EndedJobs(Path folder, int count) throws IOException {
        disk = new JobsOnDisk(folder);
        for (int i = 0; i < count; i++) {
            Job job = disk.save(number -> SomeJob.ended(number, "make part " + number));
            Files.writeString(log(job), "line of output\n".repeat(100));
        }
        jobs = disk.adopted();
        StateDirectory state = disk.state();
        outbox =
                new JobOutbox(
                        jobs,
                        new Notes(disk.store()),
                        new PendingMarks(state.pending(), _ -> true),
                        Stream::empty,
                        new Receipts(state.receipts(), ReceiptSeal.at(state.receiptKey())),
                        _ -> false);
    }

    Path log(Job job) {
        return disk.store().directory(job.number()).output();
    }

    List<Job> all() {
        return jobs.all();
    }

    JobOutbox outbox() {
        return outbox;
    }
}
