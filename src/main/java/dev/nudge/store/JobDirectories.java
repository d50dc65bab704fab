package dev.nudge.store;

import dev.nudge.text.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Creates and removes the directories of jobs, and assigns their numbers, never the same one
/// twice: the names of the directories show which were used; for removed jobs, a file does.
/// Thread-safe.
///
/// Jobs are created one by one, or as a block with consecutive numbers. A block has a mark on disk
/// until all of its jobs have been recorded, so that either all of them exist or none, whenever the
/// daemon is killed. To remove a job needs no space, so it works on a full disk: the directory is
/// renamed first, and, emptied, reserves the number until that can be recorded.
final class JobDirectories {
    private static final Logger LOG = System.getLogger(JobDirectories.class.getName());
    private static final String REMOVED = "removed-";
    private static final Pattern NAME = Pattern.compile("(" + REMOVED + ")?([1-9]\\d{0,17})");
    private static final Pattern MARK = Pattern.compile("array-([1-9]\\d{0,17})-([1-9]\\d{0,17})");

    private final StateDirectory state;
    private final AtomicLong last;
    private long recorded;

    /// Reads the names of the job directories and the file.
    ///
    /// @param running asked for the highest number of a running job if there is no directory at
    ///   all: the state directory may have been removed while jobs were running
    JobDirectories(StateDirectory state, JobStore.HighestNumber running) throws IOException {
        this.state = state;
        this.recorded = recorded();
        long used = names().stream().mapToLong(name -> number(name, 2)).max().orElse(0);
        this.last = new AtomicLong(Math.max(used == 0 ? running.find() : used, recorded));
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

    /// Creates one with a number that no job has had, and an empty output log. If that fails,
    /// nothing is left behind.
    JobDirectory one() throws IOException {
        while (true) {
            JobDirectory directory = state.job(last.incrementAndGet());
            if (create(directory)) {
                return directory;
            }
        }
    }

    /// Creates a block, as [#one] does, and its mark.
    ///
    /// @param count how many, 1 or more
    List<JobDirectory> block(int count) throws IOException {
        while (true) {
            long end = last.addAndGet(count);
            List<JobDirectory> block =
                    LongStream.rangeClosed(end - count + 1, end).mapToObj(state::job).toList();
            Files.createFile(mark(block), AtomicFile.PRIVATE_FILE);
            AtomicFile.sync(state.root());
            if (createAll(block)) {
                return block;
            }
        }
    }

    private boolean createAll(List<JobDirectory> block) throws IOException {
        int created = 0;
        try {
            while (created < block.size() && create(block.get(created))) {
                created++;
            }
            return created == block.size();
        } finally {
            if (created < block.size()) {
                for (JobDirectory directory : block.subList(0, created)) {
                    discard(directory.path());
                }
                settle(block);
            }
        }
    }

    /// @return false if the number is taken
    private static boolean create(JobDirectory directory) throws IOException {
        try {
            Files.createDirectory(directory.path(), AtomicFile.PRIVATE_DIRECTORY);
        } catch (FileAlreadyExistsException taken) {
            LOG.log(Level.DEBUG, "job number {0} is taken", directory.number());
            return false;
        }
        try {
            Files.createFile(directory.output(), AtomicFile.PRIVATE_FILE);
        } catch (IOException e) {
            discard(directory.path());
            throw e;
        }
        return true;
    }

    /// Removes the mark of a block, all of whose jobs have been recorded.
    void settle(List<JobDirectory> block) throws IOException {
        Files.deleteIfExists(mark(block));
        AtomicFile.sync(state.root());
    }

    private Path mark(List<JobDirectory> block) {
        return state.root()
                .resolve(
                        "array-%d-%d"
                                .formatted(block.getFirst().number(), block.getLast().number()));
    }

    /// Removes all that is left of the blocks that have a mark, then the marks.
    void removeUnsettled() throws IOException {
        List<Matcher> marks = matching(state.root(), MARK);
        for (Matcher mark : marks) {
            for (long job = number(mark, 1); job <= number(mark, 2); job++) {
                if (Files.exists(state.job(job).path())) {
                    beginRemoval(job);
                    finishRemoval(job);
                }
            }
        }
        for (Matcher mark : marks) {
            Files.deleteIfExists(state.root().resolve(mark.group()));
        }
    }

    /// Lists the numbers of the jobs that have a directory.
    List<Long> present() throws IOException {
        return names().stream()
                .filter(name -> name.group(1) == null)
                .map(name -> number(name, 2))
                .toList();
    }

    private List<Matcher> names() throws IOException {
        return matching(state.jobs(), NAME);
    }

    private static List<Matcher> matching(Path directory, Pattern name) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> name.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .toList();
        }
    }

    private static long number(Matcher name, int group) {
        return Long.parseLong(name.group(group));
    }

    /// Begins to remove a job, which is not there any more then. What it leaves on the disk remains
    /// until [#finishRemoval].
    void beginRemoval(long number) throws IOException {
        Files.move(state.job(number).path(), removed(number), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path removed(long number) {
        return state.jobs().resolve(REMOVED + number);
    }

    /// Finishes removals that were interrupted. One that fails does not prevent the others.
    void finishRemovals() throws IOException {
        names().stream()
                .filter(name -> name.group(1) != null)
                .forEach(name -> finishRemoval(number(name, 2)));
    }

    /// Deletes what is left of a job. What cannot be deleted now is left to the next time.
    void finishRemoval(long number) {
        Path directory = removed(number);
        try {
            empty(directory);
            retire(number);
            Files.delete(directory);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} remains for now: {1}", directory, e.toString());
        }
    }

    /// Ensures that this number is not used again once no directory has its name.
    private synchronized void retire(long number) throws IOException {
        if (number > recorded) {
            long highest = last.get();
            AtomicFile.replace(state.lastNumber(), Bytes.of(Long.toString(highest)));
            recorded = highest;
        }
    }

    /// Deletes a directory made for a job that nobody has heard of.
    static void discard(Path directory) throws IOException {
        empty(directory);
        Files.delete(directory);
    }

    /// Deletes everything in a directory, but follows no link, not even one in its own place. Jobs
    /// know theirs and may have put anything there.
    private static void empty(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                empty(entry);
                Files.delete(entry);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
