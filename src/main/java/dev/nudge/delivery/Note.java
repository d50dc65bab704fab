package dev.nudge.delivery;

import java.time.Instant;

/// Something about one job, waiting to be reported to an agent.
public sealed interface Note permits EndNote, QuestionNote {
    /// The job's number, from 1.
    long job();

    /// The name that the caller gave to the job, of any length and with any characters; empty for
    /// none.
    String label();

    /// The command as the caller gave it, of any length and with any characters.
    String command();

    /// Returns when it happened; notes are reported in this order.
    Instant at();
}
