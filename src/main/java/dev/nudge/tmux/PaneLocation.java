package dev.nudge.tmux;

/// The location of a process within tmux.
public sealed interface PaneLocation {
    /// The process runs inside this pane, and the pane belongs to the wanted session.
    ///
    /// @param sessionName the wanted session's name
    record Inside(PaneAddress pane, String sessionName) implements PaneLocation {}

    /// The process does not run inside the wanted session.
    ///
    /// @param reason one sentence for a person, with a full stop
    record Outside(String reason) implements PaneLocation {}
}
