package dev.nudge.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.store.LogHole;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogBoundTest extends DiskFixture {
    private static final int MIB = 1 << 20;
    private static final long MAX = 4L * MIB;

    private Job job;
    private LogBound bound;

    @BeforeEach
    void begin() throws IOException {
        job = disk.save(number -> SomeJob.ended(number, "true"));
        bound = new LogBound(disk.adopted(), disk.store(), MAX);
    }

    private Path log() {
        return disk.store().directory(job.number()).output();
    }

    private Optional<LogHole> hole() {
        return disk.store().readHole(job.number());
    }

    private void checkWith(int mib) throws IOException {
        Files.writeString(log(), "0123456\n".repeat(mib * (MIB / 8)));
        bound.check();
    }

    @Test
    void aLineIsCutBetweenCharacters() throws IOException {
        Files.writeString(log(), "\u20ac".repeat(4 * MIB) + "ab");
        bound.check();

        assertThat(hole()).contains(new LogHole(MIB - 1, 9L * MIB + 3));
    }

    @Test
    void theFirstCheckBoundsTheLogsOfJobsThatEndedBeforeAndALogThatWasEmptiedIsLikeANewOne()
            throws IOException {
        checkWith(12);
        assertThat(hole()).contains(new LogHole(MIB, 9L * MIB));
        bound.ended(job.number());
        checkWith(2);
        assertThat(hole()).isEmpty();
        assertThat(log().resolveSibling("hole.json")).doesNotExist();
        bound.ended(job.number());
        checkWith(8);

        assertThat(hole()).contains(new LogHole(MIB, 5L * MIB));
    }
}
