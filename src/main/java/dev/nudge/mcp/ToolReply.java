package dev.nudge.mcp;

import java.util.Map;

/// A tool's answer to the model.
public sealed interface ToolReply {
    /// It worked.
    ///
    /// @param text for the model
    /// @param structured the same as values that JSON knows, by names in snake case; may be empty
    record Text(String text, Map<String, Object> structured) implements ToolReply {
        /// Answers with a text only.
        public Text(String text) {
            this(text, Map.of());
        }
    }

    /// It did not (`isError`).
    ///
    /// @param text what happened, why, what to do
    record Failure(String text) implements ToolReply {}
}
