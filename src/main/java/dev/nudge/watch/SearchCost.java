package dev.nudge.watch;

import java.time.Duration;

/// What a pattern has cost a watch since it was last at the end of its file. A pattern whose
/// repetitions multiply may take longer than the file takes to grow, and would keep a processor for
/// ever. For one thread.
final class SearchCost {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// Bytes a second below which a pattern is slow; an ordinary one is a hundred times faster.
    private static final long SLOW = 1 << 20;

    private final Duration limit;
    private Duration time = Duration.ZERO;
    private long bytes;

    SearchCost() {
        this(LIMIT);
    }

    /// @param limit how long a slow pattern may keep a watch from the end of its file
    SearchCost(Duration limit) {
        this.limit = limit;
    }

    /// Adds a search.
    ///
    /// @param more bytes that were searched
    void add(Duration taken, long more) {
        time = time.plus(taken);
        bytes += more;
    }

    /// Notes that the end of the file has been reached.
    void reset() {
        time = Duration.ZERO;
        bytes = 0;
    }

    /// Returns whether the pattern costs too much.
    boolean isTooMuch() {
        return time.compareTo(limit) > 0 && bytes < SLOW * time.toMillis() / 1000;
    }

    /// Returns why the watch is given up.
    String words() {
        return "the pattern costs too much: in %d seconds, only %d MB were searched, and the end of the file was not reached; watch for a pattern with fewer repetitions"
                .formatted(time.toSeconds(), bytes >> 20);
    }
}
