package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.store.LogHole;
import java.nio.file.Path;
import java.util.Optional;

/// A job, and where its output and its terminal are.
///
/// @param output its output log
/// @param hole the part of the log that was given back to the file system; empty if none was
/// @param terminal the socket of its terminal, which exists while the job runs
public record FoundJob(JobSnapshot snapshot, Path output, LogHole hole, Optional<Path> terminal) {
    public Job job() {
        return snapshot.job();
    }

    public long number() {
        return snapshot.number();
    }
}
