package dev.nudge.cli.registration;

import dev.nudge.process.ShortProgram;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One step of registering nudge with an agent, or of undoing that. Its text shows it to a person.
sealed interface Change {
    /// Makes the change.
    ///
    /// @throws IOException if it could not be made; the message says why
    void make() throws IOException;

    /// Runs a command of the agent.
    ///
    /// @param input its standard input
    record Run(List<String> words, String input) implements Change {
        /// For an agent's program that hangs. One that is slow must not be killed at work.
        private static final Duration LIMIT = Duration.ofMinutes(10);

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
            return ShellWords.join(words);
        }
    }

    /// Copies a file, to keep it as it is. If there is no such file, there is no copy afterwards.
    record Keep(Path file, Path copy) implements Change {
        @Override
        public void make() throws IOException {
            if (Files.exists(file)) {
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.deleteIfExists(copy);
            }
        }

        @Override
        public String toString() {
            return Files.exists(file)
                    ? "cp " + ShellWords.join(List.of(file.toString(), copy.toString()))
                    : "rm -f " + ShellWords.quote(copy.toString());
        }
    }

    /// Makes a symbolic link, which may replace another one.
    ///
    /// @param to the target of the link
    record Link(Path at, Path to) implements Change {
        @Override
        public void make() throws IOException {
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(at)) {
                throw new IOException(
                        "%s is there, but is not a link to nudge. Move it away, and try again."
                                .formatted(at));
            }
            Path folder = at.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.deleteIfExists(at);
            Files.createSymbolicLink(at, to);
        }

        @Override
        public String toString() {
            return "ln -s " + ShellWords.join(List.of(to.toString(), at.toString()));
        }
    }

    /// Removes a symbolic link.
    record Unlink(Path at) implements Change {
        @Override
        public void make() throws IOException {
            Files.deleteIfExists(at);
        }

        @Override
        public String toString() {
            return "rm " + ShellWords.quote(at.toString());
        }
    }

    /// Inserts a line into a file.
    ///
    /// @param after the line after which it is inserted; if the file lacks that line, nothing is
    ///   changed
    record Insert(Path file, String after, String line) implements Change {
        @Override
        public void make() throws IOException {
            List<String> lines = new ArrayList<>(Files.readAllLines(file));
            int place = lines.indexOf(after);
            if (place < 0) {
                throw new IOException("%s has no line \"%s\".".formatted(file, after));
            }
            lines.add(place + 1, line);
            replace(file, String.join("\n", lines) + "\n");
        }

        @Override
        public String toString() {
            return "%s, after %s: %s".formatted(file, after, line);
        }
    }

    /// Adds nudge's hooks to an agent's file of hooks.
    record AddHooks(HookFile hooks) implements Change {
        @Override
        public void make() throws IOException {
            hooks.add();
        }

        @Override
        public String toString() {
            return "%s: adds the hooks %s".formatted(hooks.file(), hooks.events());
        }
    }

    /// Removes nudge's hooks from that file.
    record RemoveHooks(HookFile hooks) implements Change {
        @Override
        public void make() throws IOException {
            hooks.remove();
        }

        @Override
        public String toString() {
            return "%s: removes the hooks %s".formatted(hooks.file(), hooks.events());
        }
    }

    /// Replaces the content of a file in one step, so that nobody sees a part of it. The file keeps
    /// its mode.
    static void replace(Path file, String text) throws IOException {
        Path real = file.toRealPath();
        Path written = real.resolveSibling(real.getFileName() + ".nudge-new");
        // Copied first, so that the new file has the mode of the old one.
        Files.copy(
                real,
                written,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(written, text);
        Files.move(written, real, StandardCopyOption.ATOMIC_MOVE);
    }
}
