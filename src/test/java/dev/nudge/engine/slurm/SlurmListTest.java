package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lists that are longer than any cluster of a test can make them.
class SlurmListTest {
    private static final String ROW = "1|RUNNING|None|main|n1|" + "x".repeat(200);

    @TempDir private Path folder;

    private SlurmCommands listing(int rows) throws IOException {
        Path squeue =
                Files.writeString(
                        folder.resolve("squeue"),
                        "#!/bin/sh\nyes '%s' | head -n %d\n".formatted(ROW, rows));
        Files.setPosixFilePermissions(squeue, PosixFilePermissions.fromString("rwx------"));
        return new SlurmCommands(new SlurmSite(folder, Optional.empty()));
    }

    @Test
    void listOfManyJobsIsWhole() throws IOException {
        assertThat(listing(30_000).list()).hasSize(30_000);
    }

    @Test
    void listThatIsCutIsNone() throws IOException {
        SlurmCommands slurm = listing(400_000);

        assertThatThrownBy(slurm::list)
                .isInstanceOf(SlurmUnavailableException.class)
                .hasMessageContaining("64 MiB");
    }
}
