package dev.nudge.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Removes the directories of jobs. This needs no space, so it works on a full disk: the directory
/// is renamed first, and, emptied, reserves the number until that can be recorded.
final class Removals {
    private static final Logger LOG = System.getLogger(Removals.class.getName());

    private final StateDirectory state;
    private final JobNumbers numbers;

    Removals(StateDirectory state, JobNumbers numbers) {
        this.state = state;
        this.numbers = numbers;
    }

    /// Begins to remove a job, which is not there any more then. What it leaves on the disk remains
    /// until [#finish].
    ///
    /// @throws IOException if the job is still there
    void begin(long number) throws IOException {
        Files.move(
                state.job(number).path(), numbers.removed(number), StandardCopyOption.ATOMIC_MOVE);
    }

    /// Finishes removals that were interrupted. One that fails does not prevent the others.
    void finish() throws IOException {
        numbers.removed().forEach(this::finish);
    }

    /// Deletes what is left of a job. What cannot be deleted now is left to the next time.
    void finish(long number) {
        Path directory = numbers.removed(number);
        try {
            empty(directory);
            numbers.retire(number);
            Files.delete(directory);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} remains for now: {1}", directory, e.toString());
        }
    }

    /// Deletes a directory made for a job that nobody has heard of.
    static void discard(Path directory) throws IOException {
        empty(directory);
        Files.delete(directory);
    }

    /// Deletes everything in a directory. Jobs know theirs and may have put anything there.
    private static void empty(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path inner, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        if (!inner.equals(directory)) {
                            Files.delete(inner);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
