package dev.nudge.watch;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.jobs.JobEntry;
import dev.nudge.output.FileFollower;
import dev.nudge.output.FileFollower.Left;
import dev.nudge.output.FileFollower.Polled;
import dev.nudge.output.FilePosition;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import dev.nudge.terminal.text.PlainText;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Looks for a pattern in what is added to a file, until enough lines match or its job has ended.
final class FileWatch {
    private static final Logger LOG = System.getLogger(FileWatch.class.getName());

    /// The pause between two looks: a line must be reported within a second.
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final int MOST_TOLD = 16 << 10;

    private static final Duration SAVED_AFTER = Duration.ofSeconds(1);

    private final JobEntry entry;
    private final Watch watch;
    private final WatchRunner runner;
    private final JobDirectory directory;
    private final SearchPattern pattern;
    private final SearchCost cost;
    private int matches;
    private WatchState saved = WatchState.NEW;
    private long savedAt = System.nanoTime();
    private boolean isUnsaved;

    /// How many matches an earlier daemon has reported. If it was killed, it may have found more.
    private final long told;

    /// The progress of a watch, in a small file in its directory.
    ///
    /// @param found how many lines have been found up to the position
    /// @param latest the last of these lines, which may not have been reported. They are kept here,
    ///   since the file may lose them
    record WatchState(FilePosition position, int found, List<String> latest) {
        static final WatchState NEW = at(FilePosition.START);

        static WatchState at(FilePosition position) {
            return new WatchState(position, 0, List.of());
        }

        static WatchState read(JobDirectory directory) throws IOException {
            try {
                List<String> lines = Files.readString(file(directory)).lines().toList();
                FilePosition position =
                        new FilePosition(
                                lines.get(0),
                                Long.parseLong(lines.get(1)),
                                Instant.parse(lines.get(3)),
                                lines.get(4));
                return new WatchState(
                        position, Integer.parseInt(lines.get(2)), lines.subList(5, lines.size()));
            } catch (NoSuchFileException e) {
                return NEW;
            } catch (IndexOutOfBoundsException | IllegalArgumentException | DateTimeException e) {
                throw new IOException(file(directory) + " is damaged", e);
            }
        }

        void save(JobDirectory directory) throws IOException {
            List<Object> lines = new ArrayList<>();
            lines.addAll(List.of(position.file(), position.offset(), found));
            lines.addAll(List.of(position.since(), position.before()));
            lines.addAll(latest);
            String text = lines.stream().map(l -> l + "\n").collect(Collectors.joining());
            AtomicFile.replace(file(directory), text.getBytes(StandardCharsets.UTF_8));
        }

        private static Path file(JobDirectory directory) {
            return directory.path().resolve("watch");
        }
    }

    FileWatch(JobEntry entry, Watch watch, WatchRunner runner, SearchCost cost) {
        this.entry = entry;
        this.watch = watch;
        this.runner = runner;
        this.cost = cost;
        this.directory = runner.store().directory(entry.job().number());
        this.pattern = SearchPattern.compile(watch.pattern());
        this.told = entry.job().reporting().linesFound();
    }

    void run() throws InterruptedException {
        try {
            saved = WatchState.read(directory);
            matches = saved.found() - saved.latest().size();
            tell(saved.latest());
            try (FileFollower follower =
                    new FileFollower(watch.file(), saved.position(), this::found)) {
                follow(follower);
            }
        } catch (IOException e) {
            runner.end(
                    entry,
                    new ExitStatus.Exited(1),
                    "%s cannot be read: %s".formatted(watch.file(), Reasons.of(e)));
        }
    }

    private void follow(FileFollower follower) throws IOException, InterruptedException {
        boolean hasPaused = true;
        while (!entry.job().isEnded()) {
            // Checked before the file is read, so that the last output of the job is found.
            Optional<String> over = over();
            Polled polled = follower.poll();
            List<String> found = wanted(polled.lines());
            saveInTime(follower.position(), found, polled.isAtEnd());
            tell(found);
            if (polled.isAtEnd() && over.isPresent()) {
                tell(wanted(follower.lastLine().stream().toList()));
                runner.end(entry, new ExitStatus.Exited(1), over.get());
            }
            if (cost.isTooMuch()) {
                runner.end(entry, new ExitStatus.Exited(1), cost.words());
            }
            // A file that is being rewritten is read again at once, before it is rewritten once
            // more.
            if (polled.isAtEnd() || (polled.left() == Left.OTHER && !hasPaused)) {
                Thread.sleep(PAUSE);
            }
            hasPaused = polled.isAtEnd() || (hasPaused && polled.left() == Left.MORE);
        }
    }

    /// Returns why the file cannot grow any more; empty if it can.
    private Optional<String> over() {
        if (watch.job().isEmpty()) {
            return Optional.empty();
        }
        long number = watch.job().getAsLong();
        Optional<Job> watched = runner.jobs().find(number).map(JobEntry::job);
        if (watched.isEmpty()) {
            return Optional.of("job %d has been removed".formatted(number));
        }
        String found = matches == 0 ? "no line" : matches == 1 ? "1 line" : matches + " lines";
        return watched.get()
                .exitStatus()
                .map(status ->
                        "job %d has ended (%s), and %s matched"
                                .formatted(number, status.words(), found));
    }

    /// Returns a line if it matches; of a long one, the part around the match.
    private Optional<String> found(String line) {
        if (cost.isTooMuch() || entry.job().isEnded()) {
            return Optional.empty();
        }
        long begun = System.nanoTime();
        Optional<String> found = pattern.foundIn(PlainText.readable(line), MOST_TOLD);
        cost.add(Duration.ofNanos(System.nanoTime() - begun), line.length());
        return found;
    }

    private List<String> wanted(List<String> lines) {
        return lines.stream().limit(watch.times() - matches).toList();
    }

    /// Saves the position and the lines found before it. A line is saved before anyone is notified,
    /// who may rotate or remove the file at once. Without a line, not every position is saved:
    /// unsaved parts are searched again. A change of file is saved, since the file may be renamed.
    private void saveInTime(FilePosition position, List<String> found, boolean isAtEnd) {
        if (position.equals(saved.position()) && found.isEmpty()) {
            return;
        }
        boolean isOther = !position.file().equals(saved.position().file());
        boolean isLate = System.nanoTime() - savedAt > SAVED_AFTER.toNanos();
        boolean isDue = isLate || (!isUnsaved && (isOther || isAtEnd));
        if (isDue || !found.isEmpty()) {
            save(new WatchState(position, matches + found.size(), found));
        }
    }

    /// Saves the progress, or tries again later: until then, the next daemon would repeat matches.
    private void save(WatchState state) {
        savedAt = System.nanoTime();
        try {
            state.save(directory);
            saved = state;
            isUnsaved = false;
        } catch (IOException e) {
            String what = "job " + entry.job().number() + ": its position is not saved: ";
            LOG.log(isUnsaved ? Level.DEBUG : Level.WARNING, what + Reasons.of(e));
            isUnsaved = true;
        }
    }

    private void tell(List<String> lines) throws InterruptedException {
        for (String line : lines) {
            if (entry.job().isEnded() || ++matches <= told) {
                continue;
            }
            if (matches >= watch.times()) {
                runner.end(entry, new ExitStatus.Exited(0), line);
            } else {
                runner.found(entry, line);
            }
        }
    }
}
