package dev.nudge.output;

/// A part of an output as text.
///
/// @param text lines, each with its line end but perhaps the last; numbered (`12: text`) if they
///   were looked for by a pattern
/// @param what says in words which lines these are, without a full stop: `the last 3 lines`
/// @param leftOut says what had to be left out and how to get it, a sentence; empty if nothing was
/// @param end offset in the log behind the last byte that was read
public record Excerpt(String text, String what, String leftOut, long end) {}
