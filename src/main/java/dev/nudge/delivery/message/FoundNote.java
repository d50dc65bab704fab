package dev.nudge.delivery.message;

import dev.nudge.job.FoundLines;
import java.time.Instant;

/// Lines that a watch has found, waiting to be reported to an agent while the watch looks for more.
/// They have their own message, as a question has.
public record FoundNote(long job, String label, String command, FoundLines lines, Instant at)
        implements Note {}
