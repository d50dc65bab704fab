package dev.nudge.delivery.message;

import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.job.ExitStatus;
import java.time.Duration;
import java.time.Instant;

/// Notes of commands that ended by themselves.
public final class EndNotes {
    private EndNotes() {}

    /// Makes a note that is reported with the beginning of the output.
    public static EndNote of(long job, String command, ExitStatus status, String output) {
        return of(job, command, status, "", EndNote.Quote.start(output));
    }

    static EndNote of(
            long job, String command, ExitStatus status, String stopReason, EndNote.Quote output) {
        EndNote.End end = new EndNote.End(status, stopReason, Duration.ZERO, Instant.EPOCH, 1, 0);
        return new EndNote(job, "", command, EndNote.Subject.COMMAND, end, output, false);
    }
}
