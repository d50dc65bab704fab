package dev.nudge.mcp;

import java.util.function.Consumer;

/// Reports the progress of a long call to the agent (rule R3), and tells the call what the agent
/// still wants of it.
///
/// @param lines takes a printable line, not empty. Not for every line of output: at most twice a
///   second
/// @param takesTask whether the agent takes a task in place of the answer, and asks for its result
///   until it has come
public record Progress(Consumer<String> lines, boolean takesTask) {
    public static final Progress NONE = new Progress(_ -> {}, false);

    /// Returns whether nobody waits for the answer any more: the agent has cancelled the call, or
    /// has left.
    public boolean isCancelled() {
        return OngoingCalls.isCancelled();
    }
}
