package dev.nudge.console;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.nudge.job.Job;
import dev.nudge.job.record.JobJson;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.store.LogHole;
import dev.nudge.text.CallerZone;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// A job as it is reported to people, with what is known of its output at that moment. Written as
/// JSON, it is the form of `nudge ps --json`.
///
/// @param job as recorded, except that an end that nobody can be notified of now is `Undelivered`
/// @param outputBytes how much it has written; empty if unknown
/// @param waiting why it waits in the queue or in its cluster; of a timer, until when it runs; or
///   what is wrong with one that runs: its cluster cannot be reached, or its host is gone. Empty if
///   none of this is so
public record JobSnapshot(
        Job job, OptionalLong outputBytes, boolean isBinary, Optional<WaitReason> waiting) {
    public long number() {
        return job.number();
    }

    /// Returns why it waits, was stopped, or has no end of its own; empty if there is nothing to
    /// say.
    public Optional<String> reason(CallerZone zone) {
        return waiting.map(why -> why.words(zone)).or(job::reason);
    }

    @JsonValue
    JobJson json() {
        return JobJson.of(job, outputBytes, isBinary, waiting.map(WaitReason::toString));
    }

    /// A job, and where its output and its terminal are.
    ///
    /// @param hole the part of the log that was given back to the file system; empty if none was
    /// @param terminal the socket of its terminal, which exists while the job runs
    public record FoundJob(
            JobSnapshot snapshot, Path output, LogHole hole, Optional<Path> terminal) {
        public Job job() {
            return snapshot.job();
        }

        public long number() {
            return snapshot.number();
        }
    }
}
