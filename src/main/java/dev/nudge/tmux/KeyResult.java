package dev.nudge.tmux;

/// The outcome of sending keys to a pane under a guard: [Sent], [Refused], or the pane has
/// [gone][PaneReading.Gone].
public sealed interface KeyResult permits KeyResult.Sent, KeyResult.Refused, PaneReading.Gone {
    /// The guard held and the pane got the keys.
    record Sent() implements KeyResult {}

    /// The pane had changed since the snapshot, and got nothing.
    record Refused() implements KeyResult {}
}
