package dev.nudge.output.search;

import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;

/// Finds the lines in which a pattern is found, in bytes that come piece by piece. If every match
/// contains a known text, only the lines that contain it are looked at more closely. A very long
/// line is looked at in pieces, and the first in which it is found is the one that matches. For one
/// thread.
public final class LineSearch extends WholeLines {
    private final boolean isLiteral;
    private final Candidates candidates;
    private final LineMatcher matcher;
    private final Found taker;
    private final Patience patience;

    /// Whether it was found in the piece before of the same line.
    private boolean isFoundBefore;

    /// @param style what of each line is looked at
    /// @param patience how long the search may last
    public LineSearch(SearchPattern pattern, LineStyle style, Found found, Patience patience) {
        super(BLOCK);
        this.isLiteral = pattern.isLiteral();
        this.candidates = new Candidates(pattern, style);
        this.matcher = new LineMatcher(pattern, style, patience);
        this.taker = found;
        this.patience = patience;
    }

    /// Takes what was looked at, in order and without a gap.
    public interface Found {
        /// A line in which the pattern is found, with its line end if it has one.
        void matching(byte[] bytes, int from, int to) throws IOException;

        /// Lines in which it is not found.
        void other(byte[] bytes, int from, int to) throws IOException;

        /// Passes on what was taken so far.
        default void flush() throws IOException {
            // Nothing is kept back.
        }
    }

    /// Looks at all whole lines that have come.
    @Override
    public void flush() throws IOException {
        super.flush();
        taker.flush();
    }

    @Override
    protected void lines(byte[] block, int from, int to) throws IOException {
        patience.look();
        candidates.begin(block, to);
        int done = from;
        int found = 0;
        int first = from > 0 && isFoundBefore ? ByteScan.lineEnd(block, from, to) : 0;
        for (int at = first; at < to; ) {
            int candidate = candidates.next(at);
            if (candidate >= to) {
                break;
            }
            int start = ByteScan.lineStart(block, candidate, at);
            int end = ByteScan.lineEnd(block, candidate, to);
            if (isMatch(block, start, candidate, end)) {
                int shown = Math.max(start, from);
                pass(block, done, shown);
                taker.matching(block, shown, end);
                done = end;
                found = end;
            }
            at = end;
        }
        pass(block, done, to);
        isFoundBefore = block[to - 1] != '\n' && Math.max(found, first) == to;
    }

    private void pass(byte[] block, int from, int to) throws IOException {
        if (from < to) {
            taker.other(block, from, to);
        }
    }

    private boolean isMatch(byte[] block, int start, int candidate, int end) throws IOException {
        BlockControls controls = candidates.controls();
        return (isLiteral && controls == BlockControls.NONE && candidates.areChosen())
                || matcher.isMatch(
                        block, start, candidates.earliest(candidate, start), end, controls);
    }
}
