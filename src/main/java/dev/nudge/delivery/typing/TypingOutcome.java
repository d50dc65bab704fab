package dev.nudge.delivery.typing;

/// The outcome of an attempt to submit a text.
enum TypingOutcome {
    /// The agent has the text, perhaps in its queue.
    SUBMITTED,

    /// The text may have reached the pane, and may not have been submitted: a person typed as well,
    /// a dialog opened, or the agent does not react. The screen will show it.
    UNCLEAR,

    /// The pane or its server is gone.
    GONE
}
