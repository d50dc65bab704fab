package dev.nudge.mcp;

/// Tells the agent how a call that takes long is getting on (rule G24), and the call whether the
/// agent still wants it.
public interface Progress {
    /// Says nothing.
    Progress NONE = _ -> {};

    /// Shows a line. Not for every line of output: at most twice a second.
    ///
    /// @param line one printable line, not empty
    void report(String line);

    /// Whether nobody waits for the answer any more: the agent has cancelled the call, or has left.
    default boolean isCancelled() {
        return false;
    }
}
