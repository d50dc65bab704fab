package dev.nudge.store;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTimesTest {
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir private Path folder;

    private LogTimes times() {
        return LogTimes.of(folder.resolve("output.log"));
    }

    @Test
    void tellsWhatWasWrittenAfterATime() throws IOException {
        assertThat(times().lastSize()).as("without marks").isZero();
        assertThat(times().offsetAfter(START)).isZero();
        times().add(START, 100);
        times().add(START.plusSeconds(10), 250);

        Files.writeString(folder.resolve("output.times"), "17000", APPEND); // half a mark is none
        assertThat(times().lastSize()).isEqualTo(250);
        assertThat(times().offsetAfter(START.minusSeconds(1))).isZero();
        assertThat(times().offsetAfter(START)).as("the second itself counts").isZero();
        assertThat(times().offsetAfter(START.plusSeconds(5))).isEqualTo(100);
        assertThat(times().offsetAfter(START.plusSeconds(11))).isEqualTo(250);
    }

    @Test
    void staysSmallAndBecomesLessPreciseForThePastOnly() throws IOException {
        int seconds = LogTimes.MOST * 3;
        for (int i = 0; i < seconds; i++) {
            times().add(START.plusSeconds(i), 1_000_000L + i);
        }

        assertThat(Files.size(folder.resolve("output.times"))).isLessThan(LogTimes.MOST * 20L);
        assertThat(times().offsetAfter(START.plusSeconds(seconds - 5)))
                .isEqualTo(1_000_000L + seconds - 6);
        assertThat(times().offsetAfter(START.plusSeconds(seconds / 10)))
                .isBetween(1_000_000L, 1_000_000L + seconds / 10 - 1);
    }
}
