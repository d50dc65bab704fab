package dev.nudge.cli.registration;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A step by which an agent is changed.
sealed interface Change {
    /// Makes the change.
    ///
    /// @throws IOException if it could not be made; the message says why
    void make() throws IOException;

    /// A command of the agent's.
    ///
    /// @param input what it reads from its standard input
    record Run(List<String> words, String input) implements Change {
        private static final Duration LIMIT = Duration.ofMinutes(1);

        public Run {
            words = List.copyOf(words);
        }

        @Override
        public void make() throws IOException {
            try {
                Optional<String> failure =
                        new ShortProgram(LIMIT, words.toArray(new String[0])).failure(input);
                if (failure.isPresent()) {
                    throw new IOException("%s: %s.".formatted(this, failure.get()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted during " + this, e);
            }
        }

        @Override
        public String toString() {
            return String.join(" ", words);
        }
    }

    /// A new line in a file. The file as it was is kept beside it.
    ///
    /// @param after the line behind which it is written; if it is not there, nothing is
    record Insert(Path file, String after, String line) implements Change {
        private static final String KEPT = ".before-nudge";

        @Override
        public void make() throws IOException {
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            int place = lines.indexOf(after);
            if (place < 0) {
                throw new IOException("%s has no line \"%s\".".formatted(file, after));
            }
            lines.add(place + 1, line);
            Path kept = beside(KEPT);
            Files.copy(file, kept, StandardCopyOption.REPLACE_EXISTING);
            Path written = beside(".nudge-new");
            // A copy first, so that the new file has the rights of the old one.
            Files.copy(
                    file,
                    written,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
            Files.write(written, lines);
            Files.move(written, file.toRealPath(), StandardCopyOption.ATOMIC_MOVE);
        }

        private Path beside(String end) throws IOException {
            Path real = file.toRealPath();
            return real.resolveSibling(real.getFileName() + end);
        }

        @Override
        public String toString() {
            return "%s, after %s: %s (the file as it was: %s%s)"
                    .formatted(file, after, line, file.getFileName(), KEPT);
        }
    }
}
