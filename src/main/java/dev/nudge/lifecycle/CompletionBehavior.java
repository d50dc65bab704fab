package dev.nudge.lifecycle;

/// The effect of the end of a backgrounded execution.
public enum CompletionBehavior {
    /// The text is meant for the agent's next turn.
    INJECT,
    /// The text is meant as a notice.
    NOTIFY,
    /// There is no text; background-complete listeners are called anyway.
    SILENT
}
