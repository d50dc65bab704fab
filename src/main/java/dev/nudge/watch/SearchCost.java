package dev.nudge.watch;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Measures what a pattern costs a watch. One with multiplied repetitions may keep a processor busy
/// for ever. So a slow pattern may use a quarter of that, and for a while more. For one thread.
final class SearchCost {
    /// The processor time that may be used beyond the share.
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final int SHARE = 4;

    /// A pattern is slow if it searches fewer bytes a second; ordinary ones are 100 times faster.
    private static final long SLOW = 1 << 20;

    private final long limit;
    private final LongSupplier clock;
    private long lookedAt;

    /// The time used beyond the share, in nanoseconds.
    private long excess;

    /// Since `excess` was last 0: the time used, in nanoseconds, and the bytes searched.
    private long time;

    private long bytes;

    SearchCost() {
        this(LIMIT, System::nanoTime);
    }

    /// @param limit the processor time that a slow pattern may use beyond its share
    /// @param clock in nanoseconds
    SearchCost(Duration limit, LongSupplier clock) {
        this.limit = limit.toNanos();
        this.clock = clock;
        this.lookedAt = clock.getAsLong();
    }

    /// Adds a search that has just ended.
    ///
    /// @param more bytes that were searched
    void add(Duration taken, long more) {
        long now = clock.getAsLong();
        excess += taken.toNanos() - (now - lookedAt) / SHARE;
        lookedAt = now;
        time += taken.toNanos();
        bytes += more;
        if (excess <= 0) {
            excess = 0;
            time = 0;
            bytes = 0;
        }
    }

    boolean isTooMuch() {
        return excess > limit && bytes < SLOW * Duration.ofNanos(time).toMillis() / 1000;
    }

    /// Returns a clause that says why the watch is given up.
    String words() {
        return "the pattern costs too much: in %d seconds, only %d MB were searched; watch for a pattern with fewer repetitions"
                .formatted(Duration.ofNanos(time).toSeconds(), bytes >> 20);
    }
}
