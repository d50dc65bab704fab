package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Telling;
import dev.nudge.job.nudge.NudgeEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Reconstructs a job whose record cannot be read, for example after a power failure, from the
/// files beside it, so that its output can still be read and it can be removed.
final class DamagedJob {
    private static final JobSpec UNKNOWN =
            new JobSpec(
                    "(unknown)",
                    "/",
                    Optional.empty(),
                    Telling.INJECT,
                    JobLimits.NONE,
                    Optional.empty());

    private DamagedJob() {}

    /// Returns whether nobody has heard of the job: its record is missing or empty, and it has not
    /// written anything. Its start was interrupted.
    static boolean isUnheardOf(JobDirectory directory) throws IOException {
        return isEmpty(directory.record()) && isEmpty(directory.output());
    }

    private static boolean isEmpty(Path file) throws IOException {
        return Files.notExists(file) || Files.size(file) == 0;
    }

    /// Returns the job, which counts as ended; its end is reported to nobody.
    ///
    /// @param reason why its record cannot be read, one line
    static Job of(JobDirectory directory, Optional<ExitRecord> exit, String reason)
            throws IOException {
        Instant changed = Files.getLastModifiedTime(directory.path()).toInstant();
        ExitRecord end =
                exit.orElseGet(() ->
                        new ExitRecord(
                                new ExitStatus.Lost("its record is damaged: " + reason), changed));
        return Job.starting(directory.number(), UNKNOWN, changed, Optional.empty())
                .after(new JobEvent.EndSeen(end.status(), end.at()))
                .after(new NudgeEvent.Unwanted());
    }
}
