package dev.nudge.mcp;

import dev.nudge.job.nudge.NudgeState.Receipt;
import java.util.List;
import java.util.Map;

/// A tool's answer to the model.
public sealed interface ToolReply {
    String text();

    /// A success.
    ///
    /// @param text for the model
    /// @param structured the same as JSON values, with names in snake case; may be empty
    /// @param receipts what the agent's hook is to return once it has received this; may be empty
    record Text(String text, Map<String, Object> structured, List<Receipt> receipts)
            implements ToolReply {
        public Text(String text, Map<String, Object> structured) {
            this(text, structured, List.of());
        }

        public Text(String text) {
            this(text, Map.of());
        }
    }

    /// A failure (`isError`): what happened, why, what to do.
    record Failure(String text, List<Receipt> receipts) implements ToolReply {
        public Failure(String text) {
            this(text, List.of());
        }
    }

    /// A task that has begun in place of the answer, for an agent that takes one.
    record Begun(TaskView task) implements ToolReply {
        @Override
        public String text() {
            return task.message();
        }
    }
}
