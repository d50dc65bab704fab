package dev.nudge.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Creates the directories of new jobs: one, or a block of them with consecutive numbers. A block
/// has a mark on disk until all of its jobs have been recorded, so that either all of them exist or
/// none, whenever the daemon is killed.
final class NewDirectories {
    private static final Logger LOG = System.getLogger(NewDirectories.class.getName());
    private static final Pattern MARK = Pattern.compile("array-([1-9]\\d{0,17})-([1-9]\\d{0,17})");

    private final StateDirectory state;
    private final JobNumbers numbers;

    NewDirectories(StateDirectory state, JobNumbers numbers) {
        this.state = state;
        this.numbers = numbers;
    }

    /// Creates one with a number that no job has had, and an empty output log. If that fails,
    /// nothing is left behind.
    JobDirectory one() throws IOException {
        while (true) {
            JobDirectory directory = state.job(numbers.next(1));
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
            long first = numbers.next(count);
            List<JobDirectory> block =
                    LongStream.range(first, first + count).mapToObj(state::job).toList();
            Files.createFile(mark(block), AtomicFile.PRIVATE_FILE);
            AtomicFile.sync(state.root());
            if (createAll(block)) {
                return block;
            }
        }
    }

    /// Removes the mark of a block, all of whose jobs have been recorded.
    void settle(List<JobDirectory> block) throws IOException {
        Files.deleteIfExists(mark(block));
        AtomicFile.sync(state.root());
    }

    /// Returns the directories of blocks that have a mark, and still exist.
    List<JobDirectory> unsettled() throws IOException {
        return marks().stream()
                .flatMap(mark ->
                        LongStream.rangeClosed(number(mark, 1), number(mark, 2))
                                .mapToObj(state::job))
                .filter(directory -> Files.exists(directory.path()))
                .toList();
    }

    /// Removes all marks: nothing is left of their blocks.
    void removeMarks() throws IOException {
        for (Matcher mark : marks()) {
            Files.deleteIfExists(state.root().resolve(mark.group()));
        }
    }

    private List<Matcher> marks() throws IOException {
        try (Stream<Path> files = Files.list(state.root())) {
            return files.map(file -> MARK.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .toList();
        }
    }

    private static long number(Matcher mark, int group) {
        return Long.parseLong(mark.group(group));
    }

    private Path mark(List<JobDirectory> block) {
        return state.root()
                .resolve(
                        "array-%d-%d"
                                .formatted(block.getFirst().number(), block.getLast().number()));
    }

    private boolean createAll(List<JobDirectory> block) throws IOException {
        List<JobDirectory> created = new ArrayList<>();
        boolean isComplete = false;
        try {
            while (created.size() < block.size() && create(block.get(created.size()))) {
                created.add(block.get(created.size()));
            }
            isComplete = created.size() == block.size();
            return isComplete;
        } finally {
            if (!isComplete) {
                for (JobDirectory directory : created) {
                    Removals.discard(directory.path());
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
            Removals.discard(directory.path());
            throw e;
        }
        return true;
    }
}
