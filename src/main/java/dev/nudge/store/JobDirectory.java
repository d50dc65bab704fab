package dev.nudge.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of one job.
///
/// @param path `jobs/17`
/// @param number the job's number
public record JobDirectory(Path path, long number) {
    private static final Pattern COMMAND_PID = Pattern.compile("\"pid\":(\\d{1,18})");

    /// Daemon-owned: what the job is and where it stands.
    Path record() {
        return path.resolve("job.json");
    }

    /// Daemon-owned, written once: the command as assignments that a POSIX shell reads.
    public Path command() {
        return path.resolve("command.sh");
    }

    /// Daemon-owned, written once: what the command reads from its standard input, if it was kept.
    public Path input() {
        return path.resolve("input");
    }

    /// Host-owned, append only: stdout and stderr of the command, every byte.
    public Path output() {
        return path.resolve("output.log");
    }

    /// Daemon-owned: which part of the output log was given back.
    Path hole() {
        return hole(output());
    }

    /// Returns the same beside a log.
    static Path hole(Path log) {
        return log.resolveSibling("hole.json");
    }

    /// Host-owned: which processes hold the job.
    Path host() {
        return path.resolve("host.json");
    }

    /// Reads the pid of the command, without a library for JSON; empty if the host's record is not
    /// whole yet.
    ///
    /// @throws IOException if there is no record yet
    public OptionalLong commandPid() throws IOException {
        Matcher pid = COMMAND_PID.matcher(Files.readString(host()));
        return pid.find() ? OptionalLong.of(Long.parseLong(pid.group(1))) : OptionalLong.empty();
    }

    /// Host-owned: where the program that holds the job's terminal listens, a path and nothing
    /// else.
    public Path terminal() {
        return path.resolve("terminal");
    }

    /// Host-owned, there while the job waits for somebody to type: what it asks.
    Path question() {
        return path.resolve("question");
    }

    /// The doorbell in `exits/` for a question that has been asked or is gone.
    Path questionBell() {
        return path.resolveSibling("../exits/" + number + ".asks").normalize();
    }

    /// Host-owned, appears once: how the command ended; its modification time is when.
    Path exit() {
        return path.resolve("exit.json");
    }
}
