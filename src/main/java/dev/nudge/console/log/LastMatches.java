package dev.nudge.console.log;

import dev.nudge.output.LogReader;
import dev.nudge.output.search.LineSearch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/// Finds the last lines of a log that match a pattern, from its end backwards.
final class LastMatches {
    private static final int BLOCK = 4 << 20;

    private final LogReader log;
    private final Deque<Lines> found = new ArrayDeque<>();
    private final MatchOffsets offsets =
            new MatchOffsets((from, to) -> found.add(new Lines(from, to)));
    private final LineSearch search;
    private long missing;

    LastMatches(LogReader log, Function<LineSearch.Found, LineSearch> begin) {
        this.log = log;
        this.search = begin.apply(offsets);
    }

    /// @param from where its first line begins
    /// @param to where its last line ends; the same offset if it is empty
    record Lines(long from, long to) {}

    /// Returns the part from the first to the last of the last matches; the end of the log if
    /// nothing matches.
    ///
    /// @param earliest where to stop, the start of a line
    Lines find(int count, long earliest, long end) throws IOException {
        Lines lines = new Lines(end, end);
        int left = count;
        long to = end;
        while (left > 0 && to > earliest) {
            long from = Math.max(earliest, log.startOfBlock(to, BLOCK));
            matches(from, to);
            for (; left > 0 && !found.isEmpty(); left--) {
                Lines match = found.removeLast();
                lines = new Lines(match.from(), left == count ? match.to() : lines.to());
            }
            to = log.endBefore(from);
        }
        // After a hole that has grown meanwhile, the offsets are too small.
        return missing == 0 ? lines : new Lines(lines.from(), end);
    }

    int count(long from, long to) throws IOException {
        matches(from, to);
        return found.size();
    }

    private void matches(long from, long to) throws IOException {
        found.clear();
        offsets.begin(from);
        missing += log.copy(from, to, search::write);
        search.end();
    }
}
