package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// How ended executions ended, for a while (rule A25). Used under the state's lock.
///
/// Each record carries its own time of birth, so the first life of an id cannot take the record of
/// its second life away (the defect of rule A9). There is no timer: anyone who looks or adds drops
/// what is too old, and no process is kept alive.
final class ExitRecords {
    static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private record Kept(ExitInfo exit, long bornNanos) {}

    private final LongSupplier nanoTime;

    /// In the order of birth: the oldest comes first.
    private final Map<Long, Kept> records = new LinkedHashMap<>();

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
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
