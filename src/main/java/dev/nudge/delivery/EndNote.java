package dev.nudge.delivery;

import dev.nudge.job.ExitStatus;
import java.time.Instant;

/// One job's result, waiting to be reported to an agent.
///
/// @param job the job's number, from 1
/// @param command the command as the caller gave it, of any length and with any characters
/// @param status how it ended
/// @param output the first printable text of its output, at most 200 code points, may be empty
/// @param subject what it was
/// @param isPointer whether to tell how to read the output instead of the output itself
/// @param stopReason why nudge stopped it; empty if it did not
/// @param endedAt when it ended; notes are reported in this order
public record EndNote(
        long job,
        String command,
        ExitStatus status,
        String output,
        Subject subject,
        boolean isPointer,
        String stopReason,
        Instant endedAt)
        implements Note {
    /// Makes a note of a command that has ended by itself, to be reported with its output.
    public EndNote(long job, String command, ExitStatus status, String output, Instant endedAt) {
        this(job, command, status, output, Subject.COMMAND, false, "", endedAt);
    }

    /// What has ended.
    public enum Subject {
        COMMAND,
        /// A timer; the command is its note.
        TIMER,
        /// A watch; the output is the lines that it has found, or why there are none.
        WATCH
    }

    @Override
    public Instant at() {
        return endedAt;
    }
}
