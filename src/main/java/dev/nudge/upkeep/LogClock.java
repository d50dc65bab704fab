package dev.nudge.upkeep;

import dev.nudge.store.LogTimes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// Records when logs grow, to the second. Not thread-safe.
final class LogClock {
    private static final Logger LOG = System.getLogger(LogClock.class.getName());

    private final Map<Long, Long> sizes = new HashMap<>();

    /// Records the present size of a log if it has changed.
    void note(long job, Path log, long size) {
        Long before = sizes.put(job, size);
        if (before != null && before == size) {
            return;
        }
        LogTimes times = LogTimes.of(log);
        try {
            if (before != null || size != times.lastSize()) {
                times.add(Instant.now(), size);
            }
        } catch (IOException e) {
            LOG.log(
                    Level.DEBUG,
                    "job {0}: the time of its output is not recorded: {1}",
                    Long.toString(job),
                    Reasons.of(e));
        }
    }

    void forget(Collection<Long> jobs) {
        sizes.keySet().removeAll(jobs);
    }
}
