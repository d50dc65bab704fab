package dev.nudge.output.search;

import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;

/// Finds the lines in which a pattern is found, in bytes that come piece by piece. If every match
/// contains a known text, only the lines that contain it are looked at more closely. For one
/// thread.
public final class LineSearch extends WholeLines {
    private final boolean isLiteral;
    private final Candidates candidates;
    private final LineMatcher matcher;
    private final Found found;
    private final Patience patience;

    /// @param style what of each line is looked at
    /// @param patience how long the search may last
    public LineSearch(SearchPattern pattern, LineStyle style, Found found, Patience patience) {
        super(BLOCK);
        this.isLiteral = pattern.isLiteral();
        this.candidates = new Candidates(pattern, style);
        this.matcher = new LineMatcher(pattern, style, patience);
        this.found = found;
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
        found.flush();
    }

    @Override
    protected void lines(byte[] block, int to) throws IOException {
        patience.look();
        candidates.begin(block, to);
        int done = 0;
        for (int at = 0; at < to; ) {
            int candidate = candidates.next(at);
            if (candidate >= to) {
                break;
            }
            int start = ByteScan.lineStart(block, candidate, at);
            int end = ByteScan.lineEnd(block, candidate, to);
            if (isMatch(block, start, candidate, end)) {
                pass(block, done, start);
                found.matching(block, start, end);
                done = end;
            }
            at = end;
        }
        pass(block, done, to);
    }

    private void pass(byte[] block, int from, int to) throws IOException {
        if (from < to) {
            found.other(block, from, to);
        }
    }

    private boolean isMatch(byte[] block, int start, int candidate, int end) throws IOException {
        BlockControls controls = candidates.controls();
        return (isLiteral && controls == BlockControls.NONE && candidates.areChosen())
                || matcher.isMatch(
                        block, start, candidates.earliest(candidate, start), end, controls);
    }
}
