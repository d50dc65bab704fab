package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A file to which the commands of a user's jobs write lines, and a gate that they wait for.
public final class Diary {
    /// Keeps gates open, also for jobs that come to them when no test has the diary any more: a
    /// file that nobody refers to is closed.
    private static final List<RandomAccessFile> OPEN = new ArrayList<>();

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
        new ShortCommand(Patience.LONG, System.getenv()).run(List.of("mkfifo", gate.toString()));
    }

    /// Returns a command that writes a line.
    public String noting(String line) {
        return "echo %s >>%s".formatted(line, log);
    }

    /// Returns a command that waits until the gate is open.
    public String waiting() {
        return ": <" + gate;
    }

    /// Opens the gate: who reads the pipe comes through as long as somebody may write to it.
    public void open() {
        OPEN.add(Unchecked.get(() -> new RandomAccessFile(gate.toFile(), "rw")));
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
