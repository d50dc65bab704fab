package dev.nudge.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BinaryOutputsTest extends DiskFixture {
    @Test
    void outputIsWhatTheLastAttemptWrites() throws IOException {
        BinaryOutputs binaries = new BinaryOutputs(disk.store());
        Job first = disk.save(n -> SomeJob.running(n, SomeJob.spec("make"), Optional.empty()));
        Path log = disk.store().directory(first.number()).output();
        Files.writeString(log, "\0".repeat(600));
        assertThat(binaries.bytes(first)).hasValue(600);

        Job second =
                first.after(
                        new JobEvent.AttemptFailed(new ExitStatus.Exited(1), Instant.now(), 600));
        assertThat(binaries.bytes(second)).isEmpty();
        Files.writeString(log, "x".repeat(600), StandardOpenOption.APPEND);
        assertThat(binaries.bytes(second)).isEmpty();

        // What earlier attempts have written does not count.
        Files.writeString(log, "x".repeat(600) + "\0".repeat(700));
        assertThat(new BinaryOutputs(disk.store()).bytes(second)).hasValue(700);
    }
}
