package dev.nudge.lifecycle;

import java.util.OptionalInt;

/// An event that the subscribers of an execution receive.
public sealed interface OutputEvent {
    /// Output that can be shown, and from which a late subscriber starts.
    sealed interface Content extends OutputEvent {}

    /// Text. As an event it is the next chunk; as a snapshot, everything so far.
    record Data(String chunk) implements Content {}

    /// The whole screen as it looks now.
    record Screen(AnsiOutput output) implements Content {}

    /// The execution waits for somebody to type; `stdin_request`.
    ///
    /// @param prompt the question as its terminal shows it; may be empty
    record StdinRequest(String prompt) implements OutputEvent {}

    /// The end, as in [ExecutionResult]; the service sends it once to each subscriber, and nothing
    /// after it.
    record Exit(OptionalInt code, OptionalInt signal) implements OutputEvent {}
}
