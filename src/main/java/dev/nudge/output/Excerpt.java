package dev.nudge.output;

/// A part of an output as text.
///
/// @param text lines, each with its line end except perhaps the last; numbered (`12: text`) if they
///   were found by a pattern
/// @param what which lines these are, in words and without a full stop: `the last 3 lines`
/// @param leftOut a sentence that says what had to be left out and how to get it; empty if nothing
///   was
/// @param end offset in the log after the last byte read
public record Excerpt(String text, String what, String leftOut, long end) {}
