package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.view.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateCheckTest {
    @TempDir private Path folder;

    private static void assertFound(Path state, Finding finding) {
        assertThat(new StateCheck(state).findings()).containsExactly(finding);
    }

    @Test
    void placeOfTheJobsIsADirectoryOfOnesOwnOrCanBeMade() throws IOException {
        assertFound(
                Path.of("/dev/null/nudge"),
                new Finding(
                        "/dev/null/nudge cannot be made: /dev/null is not a directory",
                        "set XDG_STATE_HOME to a directory of yours"));
        Path missing = folder.resolve("a/nudge");
        assertFound(
                missing, Finding.good("State directory " + missing + " (made with the first job)"));
        Path file = Files.createFile(folder.resolve("nudge"));
        assertFound(
                file,
                new Finding(file + " is not a directory", "remove it, or set XDG_STATE_HOME"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
        assertFound(
                folder,
                new Finding(folder + " is open to others (rwxr-x---)", "chmod 700 " + folder));
    }
}
