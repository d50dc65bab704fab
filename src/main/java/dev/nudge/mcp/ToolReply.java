package dev.nudge.mcp;

import java.util.List;
import java.util.Map;

/// A tool's answer to the model.
public sealed interface ToolReply {
    /// It worked.
    ///
    /// @param text for the model
    /// @param structured the same as values that JSON knows, by names in snake case; may be empty
    /// @param receipts what the agent's hook is to hand back once it has received this; may be
    ///   empty
    record Text(String text, Map<String, Object> structured, List<String> receipts)
            implements ToolReply {
        /// Answers without a receipt.
        public Text(String text, Map<String, Object> structured) {
            this(text, structured, List.of());
        }

        /// Answers with a text only.
        public Text(String text) {
            this(text, Map.of());
        }

        /// Returns the same with these receipts.
        public Text withReceipts(List<String> wanted) {
            return new Text(text, structured, wanted);
        }
    }

    /// It did not (`isError`).
    ///
    /// @param text what happened, why, what to do
    record Failure(String text) implements ToolReply {}
}
