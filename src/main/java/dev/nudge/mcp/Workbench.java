package dev.nudge.mcp;

/// What the tools do, seen from one agent's connection. Implemented by the daemon; called on
/// virtual threads.
public interface Workbench {
    /// Checks where the agent is, starts the command and returns at once.
    ToolReply run(RunRequest request);

    /// Types into the terminal of a job, and shows its screen a moment later.
    ToolReply send(SendRequest request);

    /// Ends a job and all of its processes, and returns when it has ended.
    ToolReply kill(KillRequest request);
}
