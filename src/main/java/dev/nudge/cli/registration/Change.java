package dev.nudge.cli.registration;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

    /// A copy of a file as it is; none if there is no such file.
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
            return "%s is kept as it is, as %s".formatted(file, copy.getFileName());
        }
    }

    /// A symbolic link, in place of another.
    ///
    /// @param to where it leads
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
            return "ln -s %s %s".formatted(to, at);
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
            return "rm " + at;
        }
    }

    /// A new line in a file.
    ///
    /// @param after the line behind which it is written; if it is not there, nothing is
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

    /// nudge's hooks, added to an agent's file of hooks.
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

    /// nudge's hooks, removed from it.
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

    /// Writes a file anew, at once: nobody sees a part of it. It keeps its rights.
    static void replace(Path file, String text) throws IOException {
        Path real = file.toRealPath();
        Path written = real.resolveSibling(real.getFileName() + ".nudge-new");
        // A copy first, so that the new file has the rights of the old one.
        Files.copy(
                real,
                written,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(written, text);
        Files.move(written, real, StandardCopyOption.ATOMIC_MOVE);
    }
}
