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

/// One step of registering nudge with an agent, or of undoing that.
///
/// @param text shows it to a person
record Change(String text, Step step) {
    /// For an agent's program that hangs. One that is slow must not be killed at work.
    private static final Duration LIMIT = Duration.ofMinutes(10);

    interface Step {
        /// @throws IOException if it could not be made; the message says why
        void make() throws IOException;
    }

    /// Runs a command of the agent with this standard input.
    static Change run(List<String> words, String input) {
        String text = ShellWords.join(words);
        return new Change(
                text,
                () -> {
                    try {
                        Optional<String> failure =
                                new ShortProgram(LIMIT, words.toArray(new String[0]))
                                        .failure(input);
                        if (failure.isPresent()) {
                            throw new IOException("%s: %s.".formatted(text, failure.get()));
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IOException("Interrupted during " + text, e);
                    }
                });
    }

    /// Copies a file, to keep it as it is. If there is no such file, there is no copy afterwards.
    static Change keep(Path file, Path copy) {
        return Files.exists(file)
                ? new Change(
                        "cp " + ShellWords.join(List.of(file.toString(), copy.toString())),
                        () -> Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING))
                : new Change(
                        "rm -f " + ShellWords.quote(copy.toString()),
                        () -> Files.deleteIfExists(copy));
    }

    /// Makes a symbolic link, which may replace another one.
    static Change link(Path at, Path to) {
        return new Change(
                "ln -s " + ShellWords.join(List.of(to.toString(), at.toString())),
                () -> {
                    if (Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(at)) {
                        throw new IOException(
                                "%s is there, but is not a link to nudge. Move it away, and try again."
                                        .formatted(at));
                    }
                    Files.createDirectories(at.toAbsolutePath().getParent());
                    Files.deleteIfExists(at);
                    Files.createSymbolicLink(at, to);
                });
    }

    static Change unlink(Path at) {
        return new Change("rm " + ShellWords.quote(at.toString()), () -> Files.deleteIfExists(at));
    }

    /// Inserts a line into a file.
    ///
    /// @param after the line after which it is inserted; if the file lacks that line, nothing is
    ///   changed
    static Change insert(Path file, String after, String line) {
        return new Change(
                "%s, after %s: %s".formatted(file, after, line),
                () -> {
                    List<String> lines = new ArrayList<>(Files.readAllLines(file));
                    int place = lines.indexOf(after);
                    if (place < 0) {
                        throw new IOException("%s has no line \"%s\".".formatted(file, after));
                    }
                    lines.add(place + 1, line);
                    replace(file, String.join("\n", lines) + "\n");
                });
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
