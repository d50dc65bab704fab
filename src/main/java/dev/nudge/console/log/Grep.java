package dev.nudge.console.log;

import dev.nudge.console.log.FollowProgress.FollowPlace;
import dev.nudge.output.search.ContextLines;
import dev.nudge.output.search.LineSearch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Passes on the lines that match, with the lines around them, byte for byte.
final class Grep implements LineSearch.Found {
    private final ContextLines wanted;
    private long skipped;

    /// @param skipped how many matches at the beginning count as non-matching lines
    /// @param gap what is written between parts that are not adjacent, if there is a context
    Grep(int context, long skipped, String gap, OutputStream out) {
        byte[] mark = (context > 0 ? gap : "").getBytes(StandardCharsets.US_ASCII);
        this.wanted = new ContextLines(context, new Lines(mark, out));
        this.skipped = skipped;
    }

    /// Continues behind a line that was shown; the next `after` lines are near a match.
    void resume(int after) {
        wanted.resume(after);
    }

    /// Returns how much has been shown of what was passed on up to an offset.
    FollowPlace place(long end) {
        return new FollowPlace(end - wanted.unshown(), wanted.after());
    }

    @Override
    public void matching(byte[] bytes, int from, int to) throws IOException {
        if (skipped > 0) {
            skipped--;
            wanted.other(bytes, from, to);
        } else {
            wanted.matching(bytes, from, to);
        }
    }

    @Override
    public void other(byte[] bytes, int from, int to) throws IOException {
        wanted.other(bytes, from, to);
    }

    @Override
    public void flush() throws IOException {
        wanted.flush();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Lines(byte[] mark, OutputStream out) implements ContextLines.Shown {
        @Override
        public void matching(byte[] bytes, int from, int to) throws IOException {
            near(bytes, from, to);
        }

        @Override
        public void near(byte[] bytes, int from, int to) throws IOException {
            out.write(bytes, from, to - from);
        }

        @Override
        public void skipped(byte[] bytes, int from, int to) {
            // Only what is shown counts.
        }

        @Override
        public void gap() throws IOException {
            out.write(mark);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
