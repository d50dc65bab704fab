package dev.nudge.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Assigns job numbers, never the same one twice. The names of the directories show which were
/// used; for removed jobs, a file does. Thread-safe.
final class JobNumbers {
    private static final Logger LOG = System.getLogger(JobNumbers.class.getName());
    private static final String REMOVED = "removed-";
    private static final Pattern NAME = Pattern.compile("(" + REMOVED + ")?([1-9]\\d{0,17})");

    private final StateDirectory state;
    private final AtomicLong last;
    private long recorded;

    /// Reads the names of the job directories and the file.
    ///
    /// @param running asked for the highest number of a running job if there is no directory at
    ///   all: the state directory may have been removed while jobs were running
    JobNumbers(StateDirectory state, JobStore.HighestNumber running) throws IOException {
        this.state = state;
        this.recorded = recorded();
        long used = names().stream().mapToLong(JobNumbers::number).max().orElse(0);
        this.last = new AtomicLong(Math.max(used == 0 ? running.find() : used, recorded));
    }

    /// Returns the first of consecutive numbers that no job has had.
    ///
    /// @param count how many
    long next(int count) {
        return last.addAndGet(count) - count + 1;
    }

    /// Lists the numbers of the jobs that have a directory.
    List<Long> present() throws IOException {
        return names().stream()
                .filter(name -> name.group(1) == null)
                .map(JobNumbers::number)
                .toList();
    }

    /// Returns the path to which a job's directory is moved when the job is removed.
    Path removed(long number) {
        return state.jobs().resolve(REMOVED + number);
    }

    /// Lists the jobs whose removal was begun but not finished.
    List<Long> removed() throws IOException {
        return names().stream()
                .filter(name -> name.group(1) != null)
                .map(JobNumbers::number)
                .toList();
    }

    /// Ensures that this number is not used again once no directory has its name.
    ///
    /// @throws IOException if that cannot be recorded
    synchronized void retire(long number) throws IOException {
        if (number > recorded) {
            long highest = last.get();
            AtomicFile.replace(
                    state.lastNumber(), Long.toString(highest).getBytes(StandardCharsets.US_ASCII));
            recorded = highest;
        }
    }

    private static long number(Matcher name) {
        return Long.parseLong(name.group(2));
    }

    private List<Matcher> names() throws IOException {
        try (Stream<Path> entries = Files.list(state.jobs())) {
            return entries.map(entry -> NAME.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .toList();
        }
    }

    private long recorded() throws IOException {
        try {
            return Long.parseLong(Files.readString(state.lastNumber()).strip());
        } catch (NoSuchFileException nothingRemovedYet) {
            return 0;
        } catch (NumberFormatException e) {
            LOG.log(Level.WARNING, "{0} does not contain a number", state.lastNumber());
            return 0;
        }
    }
}
