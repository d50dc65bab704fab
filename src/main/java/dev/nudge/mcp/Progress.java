package dev.nudge.mcp;

/// Reports the progress of a long call to the agent (rule R3), and tells the call what the agent
/// still wants of it.
public interface Progress {
    /// Reports nothing.
    Progress NONE = _ -> {};

    /// Shows a line. Not for every line of output: at most twice a second.
    ///
    /// @param line one printable line, not empty
    void report(String line);

    /// Returns whether nobody waits for the answer any more: the agent has cancelled the call, or
    /// has left.
    default boolean isCancelled() {
        return false;
    }

    /// Returns whether the agent takes a task in place of the answer, and asks for its result until
    /// it has come.
    default boolean takesTask() {
        return false;
    }
}
