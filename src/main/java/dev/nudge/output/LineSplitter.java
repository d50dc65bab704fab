package dev.nudge.output;

import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.WholeLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Splits the bytes of a file that grows into lines as a person would see them. A very long line is
/// looked at in pieces that overlap, and counts once.
final class LineSplitter {
    private static final int ROOM = 8 << 10;

    private final Function<String, Optional<String>> wanted;
    private Pieces pieces = new Pieces();
    private PlayedLines played = new PlayedLines(0, pieces::write);

    /// @param wanted returns the part of a line to keep; empty for none
    LineSplitter(Function<String, Optional<String>> wanted) {
        this.wanted = wanted;
    }

    /// Adds the wanted parts of the lines that are whole now, without their line ends. Returns the
    /// index behind the last line end in these bytes; `from` if there is none.
    int split(byte[] bytes, int from, int to, List<String> lines) throws IOException {
        played.write(bytes, from, to - from);
        played.flush();
        pieces.flush();
        lines.addAll(pieces.taken);
        pieces.taken.clear();
        return ByteScan.lineStart(bytes, to, from);
    }

    Optional<String> rest() {
        byte[] start = pieces.rest();
        byte[] rest = played.rest();
        String text = text(start, 0, start.length) + text(rest, 0, rest.length);
        return text.isEmpty() ? pieces.begun : pieces.begun.or(() -> wanted.apply(text));
    }

    void reset() {
        pieces = new Pieces();
        played = new PlayedLines(0, pieces::write);
    }

    /// Returns a text without the NULs at its start: a hole in a file reads as NULs, and a line may
    /// begin behind one.
    private static String text(byte[] bytes, int from, int to) {
        int start = from;
        while (start < to && bytes[start] == 0) {
            start++;
        }
        return new String(bytes, start, to - start, StandardCharsets.UTF_8);
    }

    private final class Pieces extends WholeLines {
        private final List<String> taken = new ArrayList<>();

        /// The wanted part of a line that is not whole yet. It is passed on with the end of the
        /// line.
        private Optional<String> begun = Optional.empty();

        Pieces() {
            super(ROOM);
        }

        @Override
        protected void lines(byte[] bytes, int from, int to) {
            for (int at = 0; at < to; ) {
                int end = ByteScan.lineEnd(bytes, at, to);
                boolean isComplete = bytes[end - 1] == '\n';
                if (begun.isEmpty()) {
                    begun = wanted.apply(text(bytes, at, isComplete ? end - 1 : end));
                }
                if (isComplete) {
                    begun.ifPresent(taken::add);
                    begun = Optional.empty();
                }
                at = end;
            }
        }
    }
}
