package dev.nudge.lifecycle;

/// An event that the subscribers of an execution receive.
public sealed interface OutputEvent {
    /// Text: everything so far for a late subscriber, then the next chunk.
    record Data(String chunk) implements OutputEvent {}

    /// The end; sent once to each subscriber, and nothing after it.
    record Exit(Completion completion) implements OutputEvent {}
}
