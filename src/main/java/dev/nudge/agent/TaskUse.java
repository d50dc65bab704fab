package dev.nudge.agent;

/// Whether an agent's client takes tasks in place of answers, as its last request has shown. If an
/// agent has several clients, the last of these values counts.
public enum TaskUse {
    /// The client has made no request yet.
    UNKNOWN,

    /// The client speaks a version of MCP without tasks.
    OLD,

    /// The client speaks a version with tasks, but does not declare them.
    OFF,

    /// The client declares tasks, and agents of its kind do not fail with them.
    ON
}
