package dev.nudge.store;

import java.nio.file.Path;

/// The files of one job.
///
/// @param path `jobs/17`
/// @param number the job's number
public record JobDirectory(Path path, long number) {
    /// Daemon-owned: what the job is and where it stands.
    Path record() {
        return path.resolve("job.json");
    }

    /// Daemon-owned, written once: the command as assignments that a POSIX shell reads.
    public Path command() {
        return path.resolve("command.sh");
    }

    /// Host-owned, append only: stdout and stderr of the command, every byte.
    public Path output() {
        return path.resolve("output.log");
    }

    /// Daemon-owned: which part of the output log was given back.
    Path hole() {
        return path.resolve("hole.json");
    }

    /// Host-owned: which processes hold the job.
    Path host() {
        return path.resolve("host.json");
    }

    /// Host-owned: where the program that holds the job's terminal listens, a path and nothing
    /// else.
    public Path terminal() {
        return path.resolve("terminal");
    }

    /// Host-owned, appears once: how the command ended; its modification time is when.
    Path exit() {
        return path.resolve("exit.json");
    }
}
