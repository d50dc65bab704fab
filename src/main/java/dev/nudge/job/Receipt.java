package dev.nudge.job;

/// The receipt for a job's end: the answer to a call that reports the end carries it, and the
/// agent's hook returns it once the agent has received the answer. Without it, the end is reported
/// again.
///
/// @param text one word
public record Receipt(long job, String text) {}
