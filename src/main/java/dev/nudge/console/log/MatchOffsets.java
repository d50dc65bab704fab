package dev.nudge.console.log;

import dev.nudge.output.search.LineSearch;

/// Says at which offsets of a log the lines are that a search finds.
final class MatchOffsets implements LineSearch.Found {
    private final Match taker;
    private long at;

    /// Takes a line.
    interface Match {
        /// @param from offset of its first byte
        /// @param to offset behind its line end
        void found(long from, long to);
    }

    MatchOffsets(Match taker) {
        this.taker = taker;
    }

    /// Continues at another offset.
    void begin(long offset) {
        at = offset;
    }

    /// Returns up to where was looked.
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
