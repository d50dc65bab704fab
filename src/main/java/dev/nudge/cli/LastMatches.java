package dev.nudge.cli;

import dev.nudge.output.LineSearch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/// Finds the last lines of a log that match a pattern, from its end backwards.
final class LastMatches {
    private static final int BLOCK = 4 << 20;

    private final OutputLog log;
    private final Function<LineSearch.Found, LineSearch> begin;

    /// @param begin starts a search for the pattern
    LastMatches(OutputLog log, Function<LineSearch.Found, LineSearch> begin) {
        this.log = log;
        this.begin = begin;
    }

    /// Returns where the first of the last matches begins.
    ///
    /// @param count how many
    /// @param earliest where to stop, the start of a line
    /// @return `end` if there is no match
    long start(int count, long earliest, long end) throws IOException {
        long first = end;
        long left = count;
        long to = end;
        while (left > 0 && to > earliest) {
            long from = Math.max(earliest, log.startOfBlock(to, BLOCK));
            Deque<Long> found = matches(from, to);
            for (; left > 0 && !found.isEmpty(); left--) {
                first = found.removeLast();
            }
            to = log.endBefore(from);
        }
        return first;
    }

    /// Counts the matches between two offsets.
    long count(long from, long to) throws IOException {
        return matches(from, to).size();
    }

    private Deque<Long> matches(long from, long to) throws IOException {
        Offsets offsets = new Offsets(from);
        LineSearch search = begin.apply(offsets);
        OutputStream searched =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        write(new byte[] {(byte) b}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        search.take(bytes, offset, length);
                    }
                };
        long _ = log.copy(from, to, searched);
        search.end();
        return offsets.found;
    }

    private static final class Offsets implements LineSearch.Found {
        private final Deque<Long> found = new ArrayDeque<>();
        private long at;

        Offsets(long start) {
            this.at = start;
        }

        @Override
        public void matching(byte[] bytes, int from, int to) {
            found.add(at);
            at += to - from;
        }

        @Override
        public void other(byte[] bytes, int from, int to) {
            at += to - from;
        }
    }
}
