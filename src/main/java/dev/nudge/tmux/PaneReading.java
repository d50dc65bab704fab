package dev.nudge.tmux;

/// The answer to "what does this pane look like now": a [PaneSnapshot], or that there is no such
/// pane any more.
public sealed interface PaneReading permits PaneSnapshot, PaneReading.Gone {
    /// The pane does not exist any more, and never will again.
    sealed interface Gone extends PaneReading, KeyResult {}

    /// The server runs, the pane is closed.
    record PaneGone() implements Gone {}

    /// No tmux server answers on this socket, or another one than the pane belonged to.
    record ServerGone() implements Gone {}
}
