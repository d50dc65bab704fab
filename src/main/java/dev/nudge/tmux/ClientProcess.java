package dev.nudge.tmux;

/// A process that asks to be located.
///
/// @param pid its process id
/// @param tmux its TMUX variable; empty if unset; may be stale
/// @param tmuxPane its TMUX_PANE variable; empty if unset; may be stale or somebody else's
public record ClientProcess(long pid, String tmux, String tmuxPane) {}
