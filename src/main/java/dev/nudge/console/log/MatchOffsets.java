package dev.nudge.console.log;

import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.text.LineStyle;

/// Says at which offsets of a log the lines are that a search finds.
public final class MatchOffsets implements LineSearch.Found {
    private final Match taker;
    private long at;

    public interface Match {
        /// @param to offset behind its line end
        void found(long from, long to);
    }

    public MatchOffsets(Match taker) {
        this.taker = taker;
    }

    /// Returns a new search that reports to this. Escape sequences in lines do not count as text.
    public LineSearch search(SearchPattern pattern) {
        return new LineSearch(pattern, LineStyle.READABLE, this, new Patience.InTurns());
    }

    public void begin(long offset) {
        at = offset;
    }

    public long at() {
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
