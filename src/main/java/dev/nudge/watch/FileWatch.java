package dev.nudge.watch;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.output.FileFollower;
import dev.nudge.output.FileFollower.Polled;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.terminal.text.PlainText;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks for a pattern in text added to a file, until enough matches have been found or the job
/// that writes it has ended.
final class FileWatch {
    private static final Logger LOG = System.getLogger(FileWatch.class.getName());

    /// A line must be reported within a second.
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Duration SAVED_AFTER = Duration.ofSeconds(1);

    private final JobEntry entry;
    private final Watch watch;
    private final Jobs jobs;
    private final JobDirectory directory;
    private final SearchPattern pattern;
    private final Found found;
    private final End end;
    private int matches;
    private @Nullable WatchState saved;
    private long savedAt = System.nanoTime();

    /// Number of matches that an earlier daemon has recorded, perhaps without the position behind
    /// the last.
    private final long told;

    /// Reports a line that is not the last.
    interface Found {
        /// Waits while the line before it is being reported.
        void found(JobEntry entry, String line) throws InterruptedException;
    }

    /// Ends the job of this watch.
    interface End {
        void end(JobEntry entry, ExitStatus status, String line);
    }

    FileWatch(JobEntry entry, Watch watch, Jobs jobs, JobStore store, Found found, End end) {
        this.entry = entry;
        this.watch = watch;
        this.jobs = jobs;
        this.directory = store.directory(entry.job().number());
        this.pattern = SearchPattern.compile(watch.pattern());
        this.found = found;
        this.end = end;
        this.told = entry.job().linesFound();
    }

    void run() throws InterruptedException {
        try {
            WatchState state = WatchState.read(directory);
            matches = state.found();
            saved = state;
            try (FileFollower follower = new FileFollower(watch.file(), state.position())) {
                follow(follower);
            }
        } catch (IOException e) {
            end.end(
                    entry,
                    new ExitStatus.Exited(1),
                    "%s cannot be read: %s".formatted(watch.file(), Reasons.of(e)));
        }
    }

    private void follow(FileFollower follower) throws IOException, InterruptedException {
        while (!entry.job().isEnded()) {
            // Checked before the file: the job's last output is then read after its end.
            Optional<String> over = over();
            Polled polled = follower.poll();
            take(polled.lines());
            saveInTime(follower, polled.isAtEnd());
            if (polled.isAtEnd()) {
                if (over.isPresent()) {
                    take(follower.lastLine().stream().toList());
                    end.end(entry, new ExitStatus.Exited(1), over.get());
                }
                Thread.sleep(PAUSE);
            }
        }
    }

    /// Returns why nothing more can come; empty if more can.
    private Optional<String> over() {
        if (watch.job().isEmpty()) {
            return Optional.empty();
        }
        long number = watch.job().getAsLong();
        Optional<Job> watched = jobs.find(number).map(JobEntry::job);
        if (watched.isEmpty()) {
            return Optional.of("job %d has been removed".formatted(number));
        }
        return watched.get().state() instanceof Ended ended
                ? Optional.of(
                        "job %d has ended (%s), and %s"
                                .formatted(
                                        number,
                                        ended.status().words(),
                                        matches == 0
                                                ? "no line matched"
                                                : matches
                                                        + (matches == 1 ? " line" : " lines")
                                                        + " matched"))
                : Optional.empty();
    }

    private void take(List<String> lines) throws InterruptedException {
        for (String line : lines) {
            String text = PlainText.readable(line);
            if (!entry.job().isEnded() && pattern.isIn(text) && ++matches > told) {
                tell(text);
            }
        }
    }

    /// Saves the position, but not for every block while a file grows fast: unsaved parts are
    /// looked at again.
    private void saveInTime(FileFollower follower, boolean isAtEnd) {
        WatchState state = new WatchState(follower.position(), matches);
        long now = System.nanoTime();
        if (!state.equals(saved) && (isAtEnd || now - savedAt > SAVED_AFTER.toNanos())) {
            saved = state;
            savedAt = now;
            save(state);
        }
    }

    /// Saves the position. If that fails, the next daemon looks for the same matches again.
    private void save(WatchState state) {
        try {
            state.save(directory);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0}: its position is not saved: {1}",
                    entry.job().number(),
                    Reasons.of(e));
        }
    }

    private void tell(String text) throws InterruptedException {
        if (matches >= watch.times()) {
            end.end(entry, new ExitStatus.Exited(0), text);
        } else {
            found.found(entry, text);
        }
    }
}
