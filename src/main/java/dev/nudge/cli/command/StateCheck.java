package dev.nudge.cli.command;

import dev.nudge.console.view.Finding;
import dev.nudge.store.LogHole;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The doctor's check of the directory in which the jobs are kept.
record StateCheck(Path state) {
    /// Where the part of a file ends that is given back to try it, in bytes; the file is twice as
    /// long.
    private static final int HOLE = 16 * 1024;

    /// The types of file systems that can give back part of a file, as Linux names them.
    private static final Set<String> WITH_HOLES = Set.of("ext4", "xfs", "btrfs", "tmpfs");

    /// Returns the findings about it; what follows from another problem is left out.
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        try {
            findings.add(Files.exists(state) ? existing() : missing());
            if (findings.stream().noneMatch(Finding::isWrong) && Files.exists(state)) {
                findings.add(holes());
            }
        } catch (IOException e) {
            findings.add(
                    new Finding(
                            state + " cannot be read: " + e.getMessage(),
                            "set XDG_STATE_HOME to a directory of yours"));
        }
        return findings;
    }

    private Finding existing() throws IOException {
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(state));
        if (!Files.isDirectory(state)) {
            return new Finding(state + " is not a directory", "remove it, or set XDG_STATE_HOME");
        }
        Optional<String> objection = StateDirectory.objection(state);
        if (objection.isPresent()) {
            return untrusted(objection.get());
        }
        if (!mode.endsWith("------")) {
            return new Finding(state + " is open to others (" + mode + ")", "chmod 700 " + state);
        }
        if (!Files.isWritable(state)) {
            return new Finding(
                    state + " cannot be written", "chown or chmod it, or set XDG_STATE_HOME");
        }
        return StateDirectory.isDiskFull(state)
                ? new Finding(
                        "The disk of " + state + " is full: jobs cannot write their output",
                        "free some space, or remove jobs: nudge clean")
                : Finding.good("State directory " + state);
    }

    private Finding untrusted(String objection) {
        return new Finding(
                "The state directory %s is not used: %s, so somebody else could replace what nudge runs from it"
                        .formatted(state, objection),
                StateDirectory.advice());
    }

    /// Returns a finding about whether it can be created by the first call.
    private Finding missing() throws IOException {
        Optional<String> objection = StateDirectory.objection(state);
        if (objection.isPresent()) {
            return untrusted(objection.get());
        }
        Path above = state;
        while (above.getParent() != null && Files.notExists(above)) {
            above = above.getParent();
        }
        return Files.isDirectory(above) && Files.isWritable(above)
                ? Finding.good("State directory " + state + " (made with the first job)")
                : new Finding(
                        "%s cannot be made: %s is %s"
                                .formatted(
                                        state,
                                        above,
                                        Files.isDirectory(above)
                                                ? "not writable"
                                                : "not a directory"),
                        "set XDG_STATE_HOME to a directory of yours");
    }

    /// Tries it in the place where the logs are.
    private Finding holes() throws IOException {
        Path file = Files.createTempFile(state, "doctor", ".tmp");
        try {
            Files.write(file, new byte[2 * HOLE]);
            new LogHole(4096, HOLE).giveBack(file);
            return Finding.good("Logs are cut in the middle when they are too long");
        } catch (IOException e) {
            return new Finding(
                    "Long logs cannot be cut and grow without bound: " + e.getMessage(), advice());
        } finally {
            Files.delete(file);
        }
    }

    private String advice() {
        String type = type();
        return WITH_HOLES.contains(type)
                ? "install util-linux, whose fallocate is used"
                : "%s cannot do it: put the state directory (XDG_STATE_HOME) on ext4, xfs, btrfs or tmpfs"
                        .formatted(type);
    }

    private String type() {
        try {
            return Files.getFileStore(state).type();
        } catch (IOException _) {
            return "Its file system"; // in a chroot, /proc/mounts need not list it
        }
    }
}
