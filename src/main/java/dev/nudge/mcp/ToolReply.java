package dev.nudge.mcp;

/// What a tool answers to the model.
public sealed interface ToolReply {
    /// It worked.
    record Text(String text) implements ToolReply {}

    /// It did not (`isError`).
    ///
    /// @param text what happened, why, what to do
    record Failure(String text) implements ToolReply {}
}
