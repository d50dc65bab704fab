package dev.nudge.lifecycle;

/// The way in which an execution is carried out.
public enum ExecutionMethod {
    LYDELL_NODE_PTY("lydell-node-pty"),
    NODE_PTY("node-pty"),
    CHILD_PROCESS("child_process"),
    REMOTE_AGENT("remote_agent"),
    NONE("none");

    private final String wireName;

    ExecutionMethod(String wireName) {
        this.wireName = wireName;
    }

    /// Returns the name outside this program, for example `child_process`.
    public String wireName() {
        return wireName;
    }
}
