package dev.nudge.tmux;

/// The answer to "what does this pane look like now": a [PaneSnapshot], or that the pane no longer
/// exists.
public sealed interface PaneReading permits PaneSnapshot, PaneReading.Gone {
    /// The pane no longer exists, and will never exist again.
    sealed interface Gone extends PaneReading, KeyResult {}

    /// The server runs, but the pane is closed.
    record PaneGone() implements Gone {}

    /// No tmux server answers on this socket, or a different one from the pane's.
    record ServerGone() implements Gone {}
}
