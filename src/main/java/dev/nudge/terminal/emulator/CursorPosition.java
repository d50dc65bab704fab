package dev.nudge.terminal.emulator;

/// The cursor's place on the screen.
///
/// @param row from 0, at the top
/// @param column from 0; also the last column if the next character will go to the next row
public record CursorPosition(int row, int column) {}
