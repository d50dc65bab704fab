package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The ends of executions, kept for a while. Used under the state's lock.
///
/// Each record carries its own creation time, so the first use of an id cannot remove the record of
/// its second use, as can happen in Gemini CLI. There is no timer: every lookup or addition drops
/// records that are too old, and no process is kept alive.
final class ExitRecords {
    static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private record Kept(ExitInfo exit, long bornNanos) {}

    private final LongSupplier nanoTime;

    /// In order of creation: the oldest comes first.
    private final Map<Long, Kept> records = new LinkedHashMap<>();

    /// @param nanoTime a monotonic clock, like [System#nanoTime]
    ExitRecords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void put(long id, ExitInfo exit) {
        dropExpired();
        records.remove(id); // else the new record would keep the old one's place
        records.put(id, new Kept(exit, nanoTime.getAsLong()));
    }

    Optional<ExitInfo> find(long id) {
        dropExpired();
        return Optional.ofNullable(records.get(id)).map(Kept::exit);
    }

    void discard(long id) {
        dropExpired();
        records.remove(id);
    }

    void clear() {
        records.clear();
    }

    int size() {
        return records.size();
    }

    private void dropExpired() {
        long now = nanoTime.getAsLong();
        Iterator<Kept> oldestFirst = records.values().iterator();
        while (oldestFirst.hasNext()
                && now - oldestFirst.next().bornNanos() >= TIME_TO_LIVE.toNanos()) {
            oldestFirst.remove();
        }
    }
}
