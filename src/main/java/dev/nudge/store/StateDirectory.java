package dev.nudge.store;

import dev.nudge.process.TrustedPath;
import dev.nudge.process.TrustedPath.UntrustedPathException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The layout of the state directory, `$XDG_STATE_HOME/nudge`. Directories are created with mode
/// 0700.
///
/// @param root absolute path
public record StateDirectory(Path root) {
    /// The room that the start of a job and all of its records need, in bytes.
    private static final long ROOM = 64 * 1024;

    /// Creates the directory and any missing parts.
    ///
    /// @throws IOException if that is impossible, or if another user could put something there
    public static StateDirectory create(Path root) throws IOException {
        StateDirectory state = new StateDirectory(root.toAbsolutePath());
        requireOwn(state.root);
        for (String name :
                List.of("", "jobs", "exits", "pending", "handing", "sessions", "receipts")) {
            Path directory = state.root.resolve(name);
            Files.createDirectories(directory, AtomicFile.PRIVATE_DIRECTORY);
            requireOwn(directory);
        }
        return state;
    }

    /// Ensures that nobody but this user can put anything into the directory or into its place, or
    /// into those above if it does not exist yet: what lies there is run, by the hosts of jobs.
    ///
    /// @throws IOException if somebody else can; the message says why, and what to do
    public static void requireOwn(Path root) throws IOException {
        Optional<String> objection = objection(root);
        if (objection.isPresent()) {
            throw new IOException(
                    "The state directory %s is not used: %s, so somebody else could replace what nudge runs from it. To continue, %s."
                            .formatted(root, objection.get(), advice()));
        }
    }

    /// Returns why the directory is not to be trusted; empty if it is.
    public static Optional<String> objection(Path root) throws IOException {
        try {
            TrustedPath.requireOwnDirectory(root);
            return Optional.empty();
        } catch (UntrustedPathException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Returns what to do then.
    public static String advice() {
        return "correct its owner or mode (chmod go-w), or set XDG_STATE_HOME to a directory that only you can write to, below directories that only you or root can";
    }

    /// Returns whether the disk has less room than a job needs for its start and its records; false
    /// if that is unknown. Asks the kernel alone: in a chroot, the list of mounts need not name the
    /// file system, and a [java.nio.file.FileStore] is not found then.
    public static boolean isDiskFull(Path root) {
        File directory = root.toFile();
        return directory.getUsableSpace() < ROOM && directory.getTotalSpace() > 0;
    }

    /// Returns what the directory links to, if it is a symbolic link, by the name that the link has
    /// for it: another machine may know only that. Else returns the directory itself.
    public StateDirectory named() {
        try {
            return Files.isSymbolicLink(root)
                    ? new StateDirectory(root.resolveSibling(Files.readSymbolicLink(root)))
                    : this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the directory of the jobs' directories, each named by its number.
    public Path jobs() {
        return root.resolve("jobs");
    }

    /// Returns the doorbell: a host makes a file here, named by the job's number, once it has
    /// written its exit record. It may be a link to that record, so nobody writes to it.
    public Path exits() {
        return root.resolve("exits");
    }

    /// Returns the marks for the agent's hooks: an empty file for each pane whose agent is to be
    /// notified, named `<tmux server's pid>-<pane number>`; with `.typing` behind it while a
    /// message is being typed there, or is in the agent's queue.
    public Path pending() {
        return root.resolve("pending");
    }

    /// Returns the records of what hooks are passing on: a file for each hook, named by its pid and
    /// start time, with a note a line.
    public Path handing() {
        return root.resolve("handing");
    }

    /// Returns what the agent's hook leaves when a session begins: a file for each pane, named as
    /// the marks are, with the processes above the hook, a pid and a start time a line.
    public Path sessions() {
        return root.resolve("sessions");
    }

    /// Returns the receipts that hooks of the agent leave, for answers and for typed messages. They
    /// are removed when the daemon has taken them in.
    public Path receipts() {
        return root.resolve("receipts");
    }

    /// Returns the key without which no receipt can be made.
    public Path receiptKey() {
        return root.resolve("receipt.key");
    }

    /// Returns the file that exists while the page for browsers is on.
    public Path page() {
        return root.resolve("web.json");
    }

    /// Returns the file with a change of places in the queue that is being recorded.
    Path places() {
        return root.resolve("places.json");
    }

    /// Returns the file with the groups of the queue.
    Path groups() {
        return root.resolve("groups.json");
    }

    /// Returns the file with the highest number that a removed job may have had.
    Path lastNumber() {
        return root.resolve("last_number");
    }

    /// Returns the directory of one job, whether it exists or not.
    public JobDirectory job(long number) {
        return new JobDirectory(jobs().resolve(Long.toString(number)), number);
    }

    /// Returns the highest number among these directories, as far as they are of jobs of this state
    /// directory; else 0.
    public long highest(Collection<String> directories) {
        String parent = jobs() + "/";
        return directories.stream()
                .filter(directory -> directory.startsWith(parent))
                .map(directory -> directory.substring(parent.length()))
                .filter(name -> name.matches("[1-9]\\d{0,17}"))
                .mapToLong(Long::parseLong)
                .max()
                .orElse(0);
    }
}
