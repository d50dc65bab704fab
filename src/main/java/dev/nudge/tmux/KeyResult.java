package dev.nudge.tmux;

/// The outcome of sending keys to a pane under a guard.
public enum KeyResult {
    /// The guard held and the pane got the keys.
    SENT,

    /// The pane had changed since the snapshot, and got nothing.
    REFUSED,

    /// The pane no longer exists, and will never exist again.
    GONE
}
