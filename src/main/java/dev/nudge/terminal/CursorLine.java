package dev.nudge.terminal;

/// The line with the cursor, including all rows that it was wrapped into.
///
/// @param before the text up to the cursor, including trailing blanks: the prompt, if a program
///   waits for input
/// @param after the text from the cursor on, without trailing cells that were never written
public record CursorLine(String before, String after) {}
