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
import dev.nudge.output.FilePosition;
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
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Runs timers and watches, each on its own thread. That of a watch is not virtual, since a costly
/// search would block its carrier. Everything found is in the output and in the record of its job
/// before anyone is notified, so another daemon can continue after a kill.
///
/// @param change changes the record of the found lines; false while a hook is reporting one
/// @param announce called for every line that a watch has found, except the last
public record WatchRunner(
        Jobs jobs,
        JobStore store,
        BiPredicate<JobEntry, UnaryOperator<Job>> change,
        Consumer<Job> announce) {
    private static final Logger LOG = System.getLogger(WatchRunner.class.getName());

    /// A timer checks the time after this pause: the clock may be set, and the machine may sleep.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(20);

    private static final Duration TELLING = Duration.ofMillis(100);

    /// The pause before the last line of a watch is written again if that has failed.
    private static final Duration WRITE_AGAIN = Duration.ofSeconds(1);

    /// Starts a timer or a watch.
    ///
    /// @param from where a watch begins in its file
    /// @param whenMade called with the job before it begins
    /// @throws IOException if it cannot be recorded; nothing waits then
    public Job start(
            JobSpec spec, NudgeTarget target, FilePosition from, Consumer<JobEntry> whenMade)
            throws IOException {
        JobEntry entry =
                jobs.startVirtual(spec, Optional.of(target), FileWatch.WatchState.at(from)::save);
        whenMade.accept(entry);
        begin(entry);
        return entry.job();
    }

    /// Continues the timers and watches of an earlier daemon.
    public void resume() {
        jobs.unended().filter(e -> e.job().spec().virtual().isPresent()).forEach(this::goOn);
    }

    private void goOn(JobEntry entry) {
        try {
            keepLines(
                    store.directory(entry.job().number()).output(),
                    entry.job().reporting().linesFound());
        } catch (IOException e) {
            String what = "job " + entry.job().number() + ": its output may repeat a line: ";
            LOG.log(Level.WARNING, what + Reasons.of(e));
        }
        begin(entry);
    }

    /// Removes lines that were written but not recorded, since they will be found again.
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
        Thread.Builder thread = isWatch(entry) ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
        thread.name("job-" + entry.job().number())
                .start(() -> {
                    try {
                        run(entry);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static boolean isWatch(JobEntry entry) {
        return entry.job().spec().virtual().orElseThrow() instanceof Watch;
    }

    private void run(JobEntry entry) throws InterruptedException {
        try {
            switch (entry.job().spec().virtual().orElseThrow()) {
                case Timer timer -> {
                    awaitDue(entry, timer);
                    end(entry, new ExitStatus.Exited(0), timer.note());
                }
                case Watch watch -> new FileWatch(entry, watch, this, new SearchCost()).run();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "job " + entry.job().number() + " failed", e);
            end(entry, new ExitStatus.Exited(1), "it failed: " + e.getMessage());
        }
    }

    private static void awaitDue(JobEntry entry, Timer timer) throws InterruptedException {
        Duration left = Duration.between(Instant.now(), timer.due());
        while (left.isPositive() && !entry.job().isEnded()) {
            Thread.sleep(left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
            left = Duration.between(Instant.now(), timer.due());
        }
    }

    /// Records a line that a watch has found, other than the last. While an earlier one is being
    /// reported the record cannot change, so this blocks.
    void found(JobEntry entry, String line) throws InterruptedException {
        boolean _ = isWritten(entry, line);
        while (!entry.job().isEnded()) {
            if (change.test(entry, j -> withLine(j, line))) {
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

    /// Records the end. For a watch, blocks until the last line is in its output, from which it is
    /// reported: on a full disk, until there is room again.
    void end(JobEntry entry, ExitStatus status, String line) throws InterruptedException {
        while (!entry.job().isEnded()) {
            if (isWritten(entry, line) || !isWatch(entry)) {
                jobs.finish(entry, status);
                return;
            }
            Thread.sleep(WRITE_AGAIN);
        }
    }

    /// Appends a line to the output, as a whole or not at all.
    ///
    /// @return false if it can be appended later; true also if somebody has removed the output
    private boolean isWritten(JobEntry entry, String line) {
        Path log = store.directory(entry.job().number()).output();
        try (FileChannel file = FileChannel.open(log, StandardOpenOption.APPEND)) {
            append(file, line + "\n");
            return true;
        } catch (IOException e) {
            String what = "job " + entry.job().number() + ": its output lacks a line: ";
            LOG.log(Level.WARNING, what + Reasons.of(e));
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
