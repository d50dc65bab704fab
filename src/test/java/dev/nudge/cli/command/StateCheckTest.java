package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.view.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateCheckTest {
    @TempDir private Path folder;

    private static List<Finding> findings(Path state) {
        return new StateCheck(state).findings();
    }

    @Test
    void directoryThatCannotBeMadeIsWrong() {
        assertThat(findings(Path.of("/dev/null/nudge")))
                .singleElement()
                .isEqualTo(
                        new Finding(
                                "/dev/null/nudge cannot be made: /dev/null is not a directory",
                                "set XDG_STATE_HOME to a directory of yours"));
    }

    @Test
    void directoryThatIsNotThereYetIsGood() {
        Path state = folder.resolve("a/nudge");

        assertThat(findings(state))
                .containsExactly(
                        Finding.good("State directory " + state + " (made with the first job)"));
    }

    @Test
    void directoryThatOthersMayReadIsWrong() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));

        assertThat(findings(folder))
                .containsExactly(
                        new Finding(
                                folder + " is open to others (rwxr-x---)", "chmod 700 " + folder));
    }

    @Test
    void fileInItsPlaceIsWrong() throws IOException {
        Path file = Files.createFile(folder.resolve("nudge"));

        assertThat(findings(file))
                .containsExactly(
                        new Finding(
                                file + " is not a directory", "remove it, or set XDG_STATE_HOME"));
    }
}
