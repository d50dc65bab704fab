package dev.nudge.agent;

/// Whether the client of an agent takes tasks in place of answers, as its last request has shown.
/// Of several clients of one agent, the last value here counts.
public enum TaskUse {
    /// It has made no request yet.
    UNKNOWN,

    /// It speaks a version of MCP without tasks.
    OLD,

    /// It speaks a version with tasks, and does not declare them.
    OFF,

    /// It declares them.
    ON
}
