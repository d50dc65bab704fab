package dev.nudge.console.log;

import dev.nudge.output.ContextLines;
import dev.nudge.output.LineSearch;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/// Passes on the lines that match, with the lines around them, byte for byte.
final class Grep extends OutputStream {
    private final int context;
    private final long skipped;
    private final String gap;
    private final OutputStream out;
    private final LineSearch search;

    /// @param search starts a search that reports what it finds
    /// @param context how many lines before and after a match
    /// @param skipped how many matches at the beginning count as non-matching lines
    /// @param gap what is written between parts that are not adjacent, if there is a context
    Grep(
            Function<LineSearch.Found, LineSearch> search,
            int context,
            long skipped,
            String gap,
            OutputStream out) {
        this.context = context;
        this.skipped = skipped;
        this.gap = gap;
        this.out = out;
        this.search = search.apply(new Last(new ContextLines(context, new Lines())));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        carryOut(() -> search.take(bytes, offset, length));
    }

    /// Passes on everything that is in whole lines so far.
    @Override
    public void flush() throws IOException {
        carryOut(search::flush);
        out.flush();
    }

    /// Ends the last line, which may have no line end.
    @Override
    public void close() throws IOException {
        carryOut(search::end);
        out.close();
    }

    private static void carryOut(Runnable step) throws IOException {
        try {
            step.run();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// The matches except for those at the beginning.
    private final class Last implements LineSearch.Found {
        private final LineSearch.Found wanted;
        private long matches;

        Last(LineSearch.Found wanted) {
            this.wanted = wanted;
        }

        @Override
        public void matching(byte[] bytes, int from, int to) {
            if (++matches > skipped) {
                wanted.matching(bytes, from, to);
            } else {
                wanted.other(bytes, from, to);
            }
        }

        @Override
        public void other(byte[] bytes, int from, int to) {
            wanted.other(bytes, from, to);
        }
    }

    private final class Lines implements ContextLines.Shown {
        @Override
        public void matching(byte[] bytes, int from, int to) {
            near(bytes, from, to);
        }

        @Override
        public void near(byte[] bytes, int from, int to) {
            try {
                out.write(bytes, from, to - from);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void skipped(byte[] bytes, int from, int to) {
            // Only what is shown counts.
        }

        @Override
        public void gap() {
            byte[] mark = gap.getBytes(StandardCharsets.US_ASCII);
            near(mark, 0, context > 0 ? mark.length : 0);
        }
    }
}
