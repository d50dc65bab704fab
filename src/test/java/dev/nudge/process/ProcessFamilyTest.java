package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFamilyTest {
    private static final int NONE = 0;
    private static final int EXITING = 4;

    @TempDir Path proc;

    private void process(int pid, int parent, int session, int flags, String environment)
            throws IOException {
        Path folder = Files.createDirectory(proc.resolve(Integer.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                "%1$d (a) S %2$d %3$d %3$d 0 -1 %4$d 0 0 0 0 0 0 0 0 20 0 1 0 %1$d 0 0"
                        .formatted(pid, parent, session, flags));
        Files.writeString(folder.resolve("environ"), environment);
    }

    /// The program that holds a terminal is a child of the host, and known by its environment,
    /// which is gone once it exits.
    @Test
    void holderOfATerminalIsNoProcessOfTheJobWhileItExits() throws IOException {
        process(7, 1, 7, NONE, "HOST=1\0");
        process(8, 7, 7, EXITING, "");
        process(9, 7, 9, NONE, "JOB=x\0");
        process(10, 7, 10, NONE, "");
        ProcessFamily family =
                new ProcessFamily(
                        new ProcessTable(proc),
                        new ProcessId(9, 9),
                        new ProcessId(7, 7),
                        "JOB",
                        "x",
                        "HOST");

        assertThat(family.living())
                .containsExactlyInAnyOrder(new ProcessId(9, 9), new ProcessId(10, 10));
    }
}
