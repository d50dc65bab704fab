package dev.nudge.mcp;

/// Tells the agent how a call that waits continues (rule G24).
public interface Progress {
    /// Says nothing.
    Progress NONE = _ -> {};

    /// Shows the last line of output. Not for every line: at most twice a second.
    ///
    /// @param line one printable line, not empty
    void report(String line);
}
