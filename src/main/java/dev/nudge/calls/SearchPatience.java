package dev.nudge.calls;

import dev.nudge.mcp.Progress;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// Lets an agent's search take its time: it reports that it is searching, lets others work, and
/// ends when nobody waits for it any more; for a pattern, also when its time is up.
final class SearchPatience implements Patience {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PACE = Duration.ofMillis(500);

    private final Optional<SearchPattern> pattern;
    private final Progress progress;
    private final Duration limit;
    private final Patience.InTurns turns = new Patience.InTurns();
    private final long start = System.nanoTime();
    private long reported = start;

    /// @param pattern what is looked for; empty if lines are looked for by their number
    SearchPatience(Optional<SearchPattern> pattern, Progress progress) {
        this(pattern, progress, LIMIT);
    }

    /// @param limit how long a pattern is looked for
    SearchPatience(Optional<SearchPattern> pattern, Progress progress, Duration limit) {
        this.pattern = pattern;
        this.progress = progress;
        this.limit = limit;
    }

    @Override
    public void look() {
        if (progress.isCancelled()) {
            throw new CancellationException("nobody waits for this search any more");
        }
        long now = System.nanoTime();
        if (pattern.isPresent() && now - start > limit.toNanos()) {
            throw new IllegalArgumentException(
                    "pattern is \"%s\", which costs too much: after %d seconds the output was not searched to its end; expected a pattern with a word in it that is in few lines, or with fewer repetitions"
                            .formatted(pattern.get().regex(), limit.toSeconds()));
        }
        if (now - reported > PACE.toNanos()) {
            reported = now;
            progress.report(
                    "Searching for %d s".formatted(Duration.ofNanos(now - start).toSeconds()));
        }
        turns.look();
    }
}
