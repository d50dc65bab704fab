package dev.nudge.console;

import dev.nudge.job.record.JobRecord;
import dev.nudge.store.LogHole;
import java.nio.file.Path;
import java.util.Optional;

/// A job, and where its output and its terminal are.
///
/// @param output its output log
/// @param hole the part of the log that was given back to the file system; empty if none was
/// @param terminal the socket of its terminal, which exists while the job runs
public record FoundJob(JobRecord job, Path output, LogHole hole, Optional<Path> terminal) {
    public long number() {
        return job.job();
    }
}
