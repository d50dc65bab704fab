package dev.nudge.terminal;

/// The line that the cursor is on, with all rows that it was wrapped into.
///
/// @param before the text up to the cursor, blanks at its end included: where a program waits for
///   input, its prompt
/// @param after the text from the cursor on, without cells that were never written at its end
public record CursorLine(String before, String after) {}
