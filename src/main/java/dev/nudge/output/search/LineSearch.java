package dev.nudge.output.search;

import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Finds the lines that match a pattern, in bytes that come piece by piece. If every match contains
/// a known text, only lines with that text are matched. A very long line is searched in pieces; it
/// is reported by the first piece that matches. For one thread.
public final class LineSearch extends WholeLines {
    /// The length beyond which the patience is asked also within a line, in characters.
    private static final int LONG = 4096;

    private final SearchPattern pattern;
    private final LineStyle style;
    private final LineFinder finder;
    private final Found taker;
    private final Patience patience;

    /// Whether the line that continues in this block has matched already.
    private boolean isFoundBefore;

    private int looked;

    public LineSearch(SearchPattern pattern, LineStyle style, Found found, Patience patience) {
        super(BLOCK);
        this.pattern = pattern;
        this.style = style;
        this.finder = new LineFinder(pattern.shape(), style == LineStyle.READABLE);
        this.taker = found;
        this.patience = patience;
    }

    /// Takes all lines that have been searched, in order.
    public interface Found {
        void matching(byte[] bytes, int from, int to) throws IOException;

        void other(byte[] bytes, int from, int to) throws IOException;

        /// Passes on what was taken so far.
        default void flush() throws IOException {}
    }

    @Override
    public void flush() throws IOException {
        super.flush();
        taker.flush();
    }

    @Override
    protected void lines(byte[] block, int from, int to) throws IOException {
        patience.look();
        int done = from;
        int found = 0;
        int first = from > 0 && isFoundBefore ? ByteScan.lineEnd(block, from, to) : 0;
        for (int at = first; at < to; ) {
            int candidate = finder.find(block, at, to);
            if (candidate == LineFinder.NEVER) {
                break;
            }
            int start = ByteScan.lineStart(block, candidate, at);
            int end = ByteScan.lineEnd(block, candidate, to);
            if (isMatch(block, start, end)) {
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

    private boolean isMatch(byte[] block, int start, int end) throws IOException {
        int last = end > start && block[end - 1] == '\n' ? end - 1 : end;
        last -= last < end && last > start && block[last - 1] == '\r' ? 1 : 0;
        looked += last - start;
        if (looked > LONG) {
            looked = 0;
            patience.look();
        }
        String line = style.text(new String(block, start, last - start, StandardCharsets.UTF_8));
        try {
            return pattern.isIn(line.length() > LONG ? new Watched(line, patience) : line);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// A long line whose search the patience can end.
    private record Watched(CharSequence line, Patience patience) implements CharSequence {
        @Override
        public char charAt(int index) {
            if (index % LONG == 0) {
                try {
                    patience.look();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return line.charAt(index);
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
