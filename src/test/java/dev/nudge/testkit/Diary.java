package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A file to which the commands of a user's jobs write lines, and a gate that they wait for.
public final class Diary {
    private final Path log;
    private final Path gate;

    /// Makes an empty one, whose gate is closed.
    public Diary(NudgeUser user) {
        this.log = user.folder("diary").resolve("log");
        this.gate = user.folder("diary").resolve("gate");
        Unchecked.run(() -> {
            Files.deleteIfExists(log);
            Files.deleteIfExists(gate);
        });
    }

    /// Returns a command that writes a line.
    public String noting(String line) {
        return "echo %s >>%s".formatted(line, log);
    }

    /// Returns a command that waits until the gate is open.
    public String waiting() {
        return "until [ -e %s ]; do sleep 0.2; done".formatted(gate);
    }

    /// Opens the gate.
    public void open() {
        Unchecked.run(() -> Files.createFile(gate));
    }

    /// Returns the lines so far.
    public List<String> lines() {
        return Unchecked.get(() -> Files.exists(log) ? Files.readAllLines(log) : List.of());
    }

    /// Waits until there are so many lines, or more.
    public void awaitLines(int lines) {
        soon().until(() -> lines().size() >= lines);
    }

    /// Returns the path of the file.
    @Override
    public String toString() {
        return log.toString();
    }
}
