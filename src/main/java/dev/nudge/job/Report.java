package dev.nudge.job;

/// A report that an agent has received, as it is kept afterwards.
///
/// @param text the whole message, at most as long as one that is typed; empty if the answer to a
///   call reported it
/// @param agent who received it
public record Report(String text, NudgeTarget agent) {}
