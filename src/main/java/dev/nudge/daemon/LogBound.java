package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// Keeps the output logs of running jobs within their bound, by giving back what lies between the
/// first MiB and the newest output; and keeps the times of what is written. The jobs themselves are
/// neither slowed nor stopped.
final class LogBound {
    private static final Logger LOG = System.getLogger(LogBound.class.getName());
    private static final long HEAD = 1L << 20;
    private static final long BLOCK = 4096;

    /// A log may be so much longer than its bound before it is cut, so that it is not cut all the
    /// time.
    private static final int SLACK = 16;

    private final Jobs jobs;
    private final JobStore store;
    private final long max;
    private final LogClock times = new LogClock();
    private final Set<Long> running = new HashSet<>();

    /// Jobs of which it was said that their logs grow.
    private final Set<Long> unbounded = new HashSet<>();

    /// @param max most bytes of a log that stay readable, more than twice the head
    LogBound(Jobs jobs, JobStore store, long max) {
        this.jobs = jobs;
        this.store = store;
        this.max = max;
    }

    /// Looks at every running job, and once more at those that have ended since. Not for several
    /// threads at once.
    void check() {
        Set<Long> now = new HashSet<>();
        jobs.all().stream().filter(j -> !j.isEnded()).map(Job::number).forEach(now::add);
        now.forEach(this::check);
        running.removeAll(now);
        running.forEach(this::check);
        times.forget(running);
        running.clear();
        running.addAll(now);
    }

    private void check(long number) {
        try {
            Path log = store.directory(number).output();
            long size = Files.size(log);
            times.note(number, log, size);
            if (size > max) {
                cut(number, size);
            }
        } catch (IOException e) {
            if (unbounded.add(number)) {
                LOG.log(
                        Level.WARNING,
                        "the log of job {0} cannot be kept within {1} bytes and grows: {2}",
                        Long.toString(number),
                        Long.toString(max),
                        Reasons.of(e));
            }
        }
    }

    private void cut(long number, long size) throws IOException {
        long to = (size - (max - HEAD)) / BLOCK * BLOCK;
        long before = store.readHole(number).map(LogHole::to).orElse(HEAD);
        if (to - before >= max / SLACK) {
            store.punch(number, new LogHole(HEAD, to));
        }
    }
}
