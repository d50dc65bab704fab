package dev.nudge.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder with a short path (Unix sockets below it must stay under 108 bytes) that is deleted at
/// the end with all that is in it, also while processes that are ending still write there.
public final class TemporaryFolder implements AutoCloseable {
    private static final int ATTEMPTS = 20;

    private final Path path;

    private TemporaryFolder(Path path) {
        this.path = path;
    }

    /// Makes a new folder in the system's folder for temporary files.
    public static TemporaryFolder create() {
        try {
            return new TemporaryFolder(Files.createTempDirectory("nudge").toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a temporary folder", e);
        }
    }

    /// Returns the folder.
    public Path path() {
        return path;
    }

    /// Makes a folder in it and returns it.
    public Path folder(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make " + name + " in " + path, e);
        }
    }

    @Override
    public void close() {
        for (int attempt = 1; Files.exists(path) && attempt <= ATTEMPTS; attempt++) {
            try (Stream<Path> all = Files.walk(path)) {
                all.sorted(Comparator.reverseOrder()).forEach(TemporaryFolder::delete);
            } catch (IOException | UncheckedIOException e) {
                if (attempt == ATTEMPTS) {
                    throw new AssertionError("Cannot delete " + path, e);
                }
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (NoSuchFileException e) {
            // Its owner deleted it first.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
