package dev.nudge.output.search;

import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Finds the lines in which a pattern is found, in bytes that come piece by piece. If every match
/// contains a known text, only the lines that contain it are looked at more closely. For one
/// thread.
public final class LineSearch extends WholeLines {
    /// Lines of more characters may be left in the middle.
    private static final int LONG = 4096;

    private final SearchPattern pattern;
    private final LineStyle style;
    private final Candidates candidates;
    private final Found found;
    private final Patience patience;
    private int looked;

    /// @param style what of each line is looked at
    /// @param patience how long the search may last
    public LineSearch(SearchPattern pattern, LineStyle style, Found found, Patience patience) {
        super(BLOCK);
        this.pattern = pattern;
        this.style = style;
        this.candidates = new Candidates(pattern, style);
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
            if (isMatch(block, start, end)) {
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

    private boolean isMatch(byte[] block, int start, int end) throws IOException {
        if (candidates.areChosen() && style == LineStyle.RAW && pattern.isLiteral()) {
            return true;
        }
        looked += end - start;
        if (looked > BLOCK) {
            looked = 0;
            patience.look();
        }
        String line = style.text(text(block, start, end));
        return line.length() > LONG ? isInLong(line) : pattern.isIn(line);
    }

    private boolean isInLong(String line) throws IOException {
        try {
            return pattern.isIn(new Watched(line, patience));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private String text(byte[] block, int start, int end) {
        int last = end;
        if (last > start && block[last - 1] == '\n') {
            last--;
            last -= style == LineStyle.RAW && last > start && block[last - 1] == '\r' ? 1 : 0;
        }
        return new String(block, start, last - start, StandardCharsets.UTF_8);
    }

    /// A long line, in which looking can end.
    private record Watched(CharSequence line, Patience patience) implements CharSequence {
        @Override
        public char charAt(int index) {
            if (index % LONG == 0) {
                look();
            }
            return line.charAt(index);
        }

        private void look() {
            try {
                patience.look();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public int length() {
            return line.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return line.subSequence(from, to);
        }

        @Override
        public String toString() {
            return line.toString();
        }
    }
}
