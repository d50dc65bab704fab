package dev.nudge.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder with a short path (Unix sockets below it must stay under 108 bytes) that is deleted at
/// the end with all that is in it, also while processes that are ending still write there.
public record TemporaryFolder(Path path) implements AutoCloseable {
    private static final int ATTEMPTS = 20;

    /// Makes a new folder in the system's folder for temporary files.
    public static TemporaryFolder create() {
        return new TemporaryFolder(
                Unchecked.get(() -> Files.createTempDirectory("nudge").toRealPath()));
    }

    /// Makes a folder in it and returns it.
    public Path folder(String name) {
        return Unchecked.get(() -> Files.createDirectories(path.resolve(name)));
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
        // Its owner may delete it first.
        Unchecked.run(() -> Files.deleteIfExists(file));
    }
}
