package dev.nudge.tmux;

/// A process to be located in tmux.
///
/// @param pid its process id
/// @param tmux its TMUX variable; empty if unset; may be stale
/// @param tmuxPane its TMUX_PANE variable; empty if unset; may be stale or inherited from elsewhere
public record ClientProcess(long pid, String tmux, String tmuxPane) {}
