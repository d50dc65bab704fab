package dev.nudge.output;

import dev.nudge.output.search.SearchPattern;

/// The part of an output that is wanted. Lines are counted from 1.
public sealed interface Part {
    /// The first lines.
    record Head(int lines) implements Part {}

    /// The last lines.
    ///
    /// @param start the byte before which none is wanted
    record Tail(int lines, long start) implements Part {
        /// The last lines of all.
        public Tail(int lines) {
            this(lines, 0);
        }
    }

    /// From one line to another, both included.
    record Lines(long from, long to) implements Part {}

    /// Everything from this byte on.
    record Since(long offset) implements Part {}

    /// The lines that match the pattern, each with this many lines before and after it.
    record Matching(SearchPattern pattern, int context) implements Part {}
}
