package dev.nudge.upkeep;

import dev.nudge.job.Job;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.output.LogReader;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.store.LogTimes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Keeps the logs of running jobs within their bound by freeing the space between the first MiB and
/// the newest output, and records when they grow. Jobs are neither slowed nor stopped.
public final class LogBound {
    private static final Logger LOG = System.getLogger(LogBound.class.getName());
    private static final long HEAD = 1L << 20;

    /// A log may exceed its bound by 1/16 of it before it is cut, so that it is not cut all the
    /// time.
    private static final int SLACK = 16;

    private final Jobs jobs;
    private final JobStore store;
    private final long max;
    private final Map<Long, Long> sizes = new HashMap<>();
    private final Set<Long> running = new HashSet<>();
    private final Queue<Long> ended = new ConcurrentLinkedQueue<>();
    private boolean isFirst = true;

    /// Jobs whose logs cannot be cut, which has been logged.
    private final Set<Long> unbounded = new HashSet<>();

    /// @param max the most bytes of a log that stay readable, more than twice the head
    public LogBound(Jobs jobs, JobStore store, long max) {
        this.jobs = jobs;
        this.store = store;
        this.max = max;
    }

    /// Takes note of the end of a job, which may never have been checked. For any thread.
    public void ended(long number) {
        ended.add(number);
    }

    /// Checks every running job, and once more those that have ended since the last check; the
    /// first time also all others, since the bound may have changed. Not thread-safe.
    public void check() {
        Set<Long> now = new HashSet<>();
        // Queued jobs write nothing, and there may be thousands.
        jobs.unended()
                .map(JobEntry::job)
                .filter(job -> !job.isQueued())
                .map(Job::number)
                .forEach(now::add);
        if (isFirst) {
            isFirst = false;
            jobs.all().stream()
                    .map(Job::number)
                    .filter(number -> !now.contains(number))
                    .forEach(number -> check(number, false));
        }
        running.addAll(now);
        for (Long over = ended.poll(); over != null; over = ended.poll()) {
            running.add(over);
        }
        running.forEach(number -> check(number, true));
        // Only after the checks: if one of them fails, all are due again.
        running.retainAll(now);
        sizes.keySet().retainAll(now);
    }

    private void check(long number, boolean isTimed) {
        Path log = store.directory(number).output();
        try {
            long size = Files.size(log);
            if (isTimed) {
                noteTime(number, log, size);
            }
            bound(log, size);
        } catch (NoSuchFileException e) {
            LOG.log(Level.DEBUG, "job {0} has no log", Long.toString(number));
        } catch (IOException e) {
            if (unbounded.add(number)) {
                LOG.log(
                        Level.WARNING,
                        "the log of job %d cannot be kept within %d bytes and grows: %s"
                                .formatted(number, max, Reasons.of(e)));
            }
        }
    }

    /// Records when a log has grown, to the second.
    private void noteTime(long number, Path log, long size) {
        Long before = sizes.put(number, size);
        if (before != null && before == size) {
            return;
        }
        LogTimes times = LogTimes.of(log);
        try {
            if (before != null || size != times.lastSize()) {
                times.add(Instant.now(), size);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "job " + number + ": the time of its output is not recorded", e);
        }
    }

    /// Frees the middle of a log that is too long, with cuts between lines, or at least between
    /// characters.
    private void bound(Path log, long size) throws IOException {
        LogHole.forgetLost(log);
        if (size <= max) {
            return;
        }
        long to = size - (max - HEAD);
        Optional<LogHole> before = LogHole.read(log);
        if (to - before.map(LogHole::to).orElse(HEAD) >= max / SLACK) {
            long from = before.isPresent() ? before.get().from() : LogReader.cutBefore(log, HEAD);
            new LogHole(from, LogReader.cutBehind(log, to)).punch(log);
        }
    }
}
