package dev.nudge.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of one job.
///
/// @param path `jobs/17`
/// @param number the job's number
public record JobDirectory(Path path, long number) {
    static final String TASK = "task-";

    private static final Pattern COMMAND_PID = Pattern.compile("\"pid\":(\\d{1,18})");

    /// Returns the file with the job and its state; the daemon's, as others unless they say so.
    Path record() {
        return path.resolve("job.json");
    }

    /// Returns the file with what a host on a node of a cluster is to do, but for environments.
    public Path command() {
        return path.resolve("command");
    }

    /// Returns the file with the command while somebody edits it.
    public Path editedCommand() {
        return path.resolve("edited.sh");
    }

    /// Returns the file with the command's standard input, if it was kept.
    public Path input() {
        return path.resolve("input");
    }

    /// Returns the file with what the start of the job needs, while it waits for that.
    Path order() {
        return path.resolve("launch.json");
    }

    /// Returns the file with the environment of the job while it is submitted to a cluster.
    public Path submittedEnvironment() {
        return path.resolve("environment");
    }

    /// Returns the file that a host removes before it starts the command of a job that waited.
    public Path ticket() {
        return path.resolve("ticket");
    }

    /// Returns the file that a ticket becomes when the daemon takes it back.
    Path revokedTicket() {
        return path.resolve("revoked");
    }

    /// Returns the file that a ticket becomes when the end of its start counts.
    Path settledTicket() {
        return path.resolve("settled");
    }

    /// Returns the file of a task of an agent that waits for the job.
    ///
    /// @param secret which the client of the task knows
    Path task(String secret) {
        return path.resolve(TASK + secret);
    }

    /// Returns the log: stdout and stderr of the command, every byte, appended by the host.
    public Path output() {
        return path.resolve("output.log");
    }

    /// Returns how many bytes the command has written; 0 if that is unknown.
    public long outputSize() {
        try {
            return Files.size(output());
        } catch (IOException e) {
            return 0;
        }
    }

    /// Returns when the command has written last; now if that is unknown.
    public Instant writtenAt() {
        try {
            return Files.getLastModifiedTime(output()).toInstant();
        } catch (IOException e) {
            return Instant.now();
        }
    }

    /// Returns the file that says which part of an output log was given back.
    static Path hole(Path log) {
        return log.resolveSibling("hole.json");
    }

    /// Returns the host's file that says which processes hold the job.
    Path host() {
        return path.resolve("host.json");
    }

    /// Returns the file that says whom the daemon has asked to end, present while it ends the job.
    Path endRequest() {
        return path.resolve("asked.json");
    }

    /// Reads the pid of the command, without a JSON library; empty if the host's record is not
    /// complete yet, an error if there is none.
    public OptionalLong commandPid() throws IOException {
        Matcher pid = COMMAND_PID.matcher(Files.readString(host()));
        return pid.find() ? OptionalLong.of(Long.parseLong(pid.group(1))) : OptionalLong.empty();
    }

    /// Returns the host's file with the path at which the program that holds the terminal listens.
    public Path terminal() {
        return path.resolve("terminal");
    }

    /// Returns the host's file with the job's question, while it waits for somebody to type.
    Path question() {
        return path.resolve("question");
    }

    /// Returns the doorbell in `exits/` for a question that has been asked or has disappeared.
    Path questionBell() {
        return path.resolveSibling("../exits/" + number + ".asks").normalize();
    }

    /// Returns the file that said how an earlier start of the command ended.
    ///
    /// @param attempt from 1
    Path exitOf(int attempt) {
        return path.resolve("exit-" + attempt + ".json");
    }

    /// Returns the host's file that says how the command ended, and by its modification time, when.
    Path exit() {
        return path.resolve("exit.json");
    }

    /// Returns the file that becomes the same by rename; blank until the command has ended.
    Path unfinishedExit() {
        return path.resolve("exit.json.tmp");
    }
}
