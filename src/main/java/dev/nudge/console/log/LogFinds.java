package dev.nudge.console.log;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.output.LogReader;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;

/// Finds the lines of a log in which a pattern is found, from an offset to the end. Escape
/// sequences do not count as text. For one thread.
public final class LogFinds {
    private static final int STEP = 1 << 20;

    private final LogReader log;

    public LogFinds(FoundJob found) {
        this.log = new LogReader(found.output(), found.hole());
    }

    public interface Taker {
        /// Takes a line with its line end.
        ///
        /// @return as [#looked]
        boolean match(long from, long to);

        /// Learns how far the search has come; called after each MiB.
        ///
        /// @param to offset up to which was looked
        /// @return whether to continue; otherwise nothing more comes
        boolean looked(long to, long size) throws IOException;
    }

    /// Searches the log as it is now. A hole in it is not looked at.
    ///
    /// @param from where to begin; the start of a line
    public void find(SearchPattern pattern, long from, Taker taker) throws IOException {
        long size = log.size();
        LogHole hole = log.hole();
        if (from >= hole.to() || find(pattern, from, hole.from(), size, taker)) {
            find(pattern, Math.max(from, hole.to()), size, size, taker);
        }
    }

    private boolean find(SearchPattern pattern, long from, long to, long size, Taker taker)
            throws IOException {
        boolean[] isWanted = {true};
        MatchOffsets offsets =
                new MatchOffsets(
                        (start, end) -> isWanted[0] = isWanted[0] && taker.match(start, end));
        offsets.begin(from);
        LineSearch search =
                new LineSearch(pattern, LineStyle.READABLE, offsets, new Patience.InTurns());
        for (long at = from; isWanted[0] && at < to; at += STEP) {
            log.copy(at, Math.min(to, at + STEP), search::write);
            isWanted[0] = isWanted[0] && taker.looked(offsets.at(), size);
        }
        if (isWanted[0]) {
            search.end();
            isWanted[0] = isWanted[0] && taker.looked(Math.max(offsets.at(), to), size);
        }
        return isWanted[0];
    }

    /// Says at which offsets of a log the lines are that a search finds.
    static final class MatchOffsets implements LineSearch.Found {
        private final Match taker;
        private long at;

        interface Match {
            /// @param to offset behind its line end
            void found(long from, long to);
        }

        MatchOffsets(Match taker) {
            this.taker = taker;
        }

        void begin(long offset) {
            at = offset;
        }

        long at() {
            return at;
        }

        @Override
        public void matching(byte[] bytes, int from, int to) {
            long start = at;
            other(bytes, from, to);
            taker.found(start, at);
        }

        @Override
        public void other(byte[] bytes, int from, int to) {
            at += to - from;
        }
    }
}
