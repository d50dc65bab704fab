package dev.nudge.delivery.message;

import java.time.Instant;

/// Something about one job, waiting to be reported to an agent.
public sealed interface Note permits EndNote, QuestionNote, FoundNote {
    /// Returns the job's number, from 1.
    long job();

    /// Returns the name that the caller gave to the job, of any length and with any characters;
    /// empty if none.
    String label();

    /// Returns the command as the caller gave it, of any length and with any characters.
    String command();

    /// Returns when it happened; notes are reported in this order.
    Instant at();
}
