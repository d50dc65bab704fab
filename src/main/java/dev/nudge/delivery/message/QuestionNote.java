package dev.nudge.delivery.message;

import dev.nudge.job.Question;
import java.time.Instant;

/// A question of a running job, waiting to be reported to an agent. It has its own message, since
/// it may have to be dropped while other notes wait.
public record QuestionNote(long job, String label, String command, Question question, Instant at)
        implements Note {}
