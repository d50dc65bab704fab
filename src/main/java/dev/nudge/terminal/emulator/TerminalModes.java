package dev.nudge.terminal.emulator;

/// Modes that a program has set on its terminal.
///
/// @param alternateScreen whether it draws on the alternate screen, as full-screen programs do
/// @param applicationCursorKeys whether arrow keys are sent as `ESC O A` instead of `ESC [ A`
///   (DECCKM)
public record TerminalModes(boolean alternateScreen, boolean applicationCursorKeys) {}
