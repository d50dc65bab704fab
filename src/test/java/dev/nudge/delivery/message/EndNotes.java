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
        return new EndNote(
                job,
                "",
                command,
                EndNote.Subject.COMMAND,
                new EndNote.End(status, "", Duration.ZERO, Instant.EPOCH, 1, 0),
                EndNote.Quote.start(output),
                false);
    }
}
