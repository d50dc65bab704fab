package dev.nudge.delivery.typing;

/// The outcome of an attempt to have a text submitted.
sealed interface TypingOutcome {
    /// The agent has it: it was submitted, or the agent queued it.
    record Submitted() implements TypingOutcome {}

    /// The text reached the pane, or may have, and was not submitted, or may not have been: a
    /// person typed as well, a dialog opened, or the agent does not react. The screen will show it.
    record Unclear() implements TypingOutcome {}

    /// The pane or its server is gone.
    record Gone() implements TypingOutcome {}
}
