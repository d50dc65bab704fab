package dev.nudge.watch;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.News;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Carries out timers and watches. Each has a thread, which ends with it; that of a watch is not a
/// virtual one, since a search for a costly pattern would keep its carrier from others. Everything
/// found is in its output and in its record before anyone is notified, so that another daemon
/// continues where this one was killed.
public final class WatchRunner {
    private static final Logger LOG = System.getLogger(WatchRunner.class.getName());

    /// The wall clock may be set, and the machine may sleep: a timer checks again after this time.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(20);

    private static final Duration TELLING = Duration.ofMillis(100);

    /// Until the last line of a watch is written once more that could not be written.
    private static final Duration WRITE_AGAIN = Duration.ofSeconds(1);

    private final Jobs jobs;
    private final JobStore store;
    private final Change change;
    private final Consumer<Job> announce;

    /// Changes the lines that a watch has found.
    public interface Change {
        /// @return whether it has changed; never while a hook is reporting it
        boolean apply(JobEntry entry, UnaryOperator<Job> change);
    }

    /// @param announce told of every line that a watch has found, except the last
    public WatchRunner(Jobs jobs, JobStore store, Change change, Consumer<Job> announce) {
        this.jobs = jobs;
        this.store = store;
        this.change = change;
        this.announce = announce;
    }

    /// Starts to wait.
    ///
    /// @param whenMade told of the job before it begins
    /// @throws IOException if it cannot be recorded; nothing waits then
    Job start(
            JobSpec spec,
            Optional<NudgeTarget> target,
            WatchState from,
            Consumer<JobEntry> whenMade)
            throws IOException {
        JobEntry entry = jobs.startVirtual(spec, target, from::save);
        whenMade.accept(entry);
        begin(entry);
        return entry.job();
    }

    /// Continues what an earlier daemon has begun.
    public void resume() {
        jobs.entries().stream()
                .filter(e -> e.job().spec().virtual().isPresent() && !e.job().isEnded())
                .forEach(this::goOn);
    }

    private void goOn(JobEntry entry) {
        try {
            keepLines(store.directory(entry.job().number()).output(), entry.job().linesFound());
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: its output may repeat a line: {1}",
                    entry.job().number(),
                    Reasons.of(e));
        }
        begin(entry);
    }

    /// Removes lines from an output that were written but not recorded: they will be found again.
    private static void keepLines(Path log, long lines) throws IOException {
        byte[] text = Files.readAllBytes(log);
        int end = 0;
        for (long left = lines; left > 0 && end < text.length; end++) {
            left -= text[end] == '\n' ? 1 : 0;
        }
        if (end < text.length) {
            try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
                file.truncate(end);
            }
        }
    }

    private void begin(JobEntry entry) {
        thread(entry)
                .name("job-" + entry.job().number())
                .start(() -> {
                    try {
                        run(entry);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static Thread.Builder thread(JobEntry entry) {
        return entry.job().spec().virtual().orElseThrow() instanceof Watch
                ? Thread.ofPlatform().daemon()
                : Thread.ofVirtual();
    }

    private void run(JobEntry entry) throws InterruptedException {
        try {
            carryOut(entry);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "job " + entry.job().number() + " failed", e);
            end(entry, new ExitStatus.Exited(1), "it failed: " + e.getMessage());
        }
    }

    private void carryOut(JobEntry entry) throws InterruptedException {
        switch (entry.job().spec().virtual().orElseThrow()) {
            case Timer timer -> {
                awaitDue(entry, timer);
                end(entry, new ExitStatus.Exited(0), timer.note());
            }
            case Watch watch ->
                    new FileWatch(
                                    entry,
                                    watch,
                                    jobs,
                                    store,
                                    this::found,
                                    this::end,
                                    new SearchCost())
                            .run();
        }
    }

    private static void awaitDue(JobEntry entry, Timer timer) throws InterruptedException {
        Duration left = Duration.between(Instant.now(), timer.due());
        while (left.isPositive() && !entry.job().isEnded()) {
            Thread.sleep(left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
            left = Duration.between(Instant.now(), timer.due());
        }
    }

    /// Records a line. One that is being reported cannot be changed, so the next line waits.
    private void found(JobEntry entry, String line) throws InterruptedException {
        boolean _ = isWritten(entry, line);
        while (!entry.job().isEnded()) {
            if (change.apply(entry, j -> withLine(j, line))) {
                announce.accept(entry.job());
                return;
            }
            Thread.sleep(TELLING);
        }
    }

    private static Job withLine(Job job, String line) {
        boolean isBeingTold =
                job.interim()
                        .map(News::nudge)
                        .filter(NudgeState.Typing.class::isInstance)
                        .isPresent();
        return isBeingTold ? job : job.found(line, Instant.now());
    }

    /// Records the end. That of a watch is reported from its output, so it waits until the last
    /// line is there: on a full disk, until there is room again.
    private void end(JobEntry entry, ExitStatus status, String line) throws InterruptedException {
        boolean isWatch = entry.job().spec().virtual().orElseThrow() instanceof Watch;
        while (!entry.job().isEnded()) {
            if (isWritten(entry, line) || !isWatch) {
                jobs.finish(entry, status);
                return;
            }
            Thread.sleep(WRITE_AGAIN);
        }
    }

    /// Adds a line to the output: the whole line, or nothing.
    ///
    /// @return false if it can be added later: nothing can be to an output that somebody has
    ///   removed
    private boolean isWritten(JobEntry entry, String line) {
        Path log = store.directory(entry.job().number()).output();
        try (FileChannel file = FileChannel.open(log, StandardOpenOption.APPEND)) {
            append(file, line + "\n");
            return true;
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: its output lacks a line: {1}",
                    entry.job().number(),
                    Reasons.of(e));
            return e instanceof NoSuchFileException;
        }
    }

    private static void append(FileChannel file, String text) throws IOException {
        long before = file.size();
        ByteBuffer rest = StandardCharsets.UTF_8.encode(text);
        try {
            while (rest.hasRemaining()) {
                int _ = file.write(rest);
            }
        } catch (IOException e) {
            var _ = file.truncate(before);
            throw e;
        }
    }
}
