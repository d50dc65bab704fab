package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.log.LogWindow.Part;
import dev.nudge.store.LogHole;
import dev.nudge.testkit.EndedJobs;
import dev.nudge.testkit.SomeJob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LogWindowTest {
    private static final long TEN_GB = 10_000_000_000L;

    @TempDir private Path directory;

    private LogWindow window(LogHole hole) {
        return new LogWindow(
                new FoundJob(
                        EndedJobs.snapshot(
                                SomeJob.running(1, SomeJob.spec("make"), Optional.empty())),
                        log(),
                        hole,
                        Optional.empty()));
    }

    private Path log() {
        return directory.resolve("output.log");
    }

    private static String text(Part part) {
        return new String(part.bytes(), StandardCharsets.UTF_8);
    }

    /// "one\n" to "three\n", 100 bytes that were given back, and "last\n".
    private LogWindow withHole() throws IOException {
        Files.writeString(log(), "one\ntwo\nthree\n" + "\0".repeat(100) + "last\n");
        return window(new LogHole(14, 114));
    }

    @Test
    void partsLieOnOneSideOfTheHole() throws IOException {
        LogWindow window = withHole();

        assertThat(text(window.bytes(4, 1000))).isEqualTo("two\nthree\n");
        assertThat(window.bytes(0, 1).hole()).isEqualTo(new LogHole(14, 114));
        Part behind = window.bytes(50, 1000);
        assertThat(text(behind)).isEqualTo("last\n");
        assertThat(behind.from()).isEqualTo(114);
        assertThat(behind.size()).isEqualTo(119);
        assertThat(text(window.linesBefore(Long.MAX_VALUE, 1))).isEqualTo("last\n");
        assertThat(text(window.linesBefore(14, 2))).isEqualTo("two\nthree\n");
        assertThat(text(window.linesFrom(5, 1))).isEqualTo("two\n");
        assertThat(text(window.linesFrom(114, 5))).isEqualTo("last\n");
        assertThat(window.bytes(1, 2).beginsInLine()).isTrue();
        for (long start : new long[] {0, 4, 114}) {
            assertThat(window.bytes(start, 2).beginsInLine()).isFalse();
        }
        assertThat(window.linesFrom(6, 1).beginsInLine()).isFalse();
        assertThat(window.linesBefore(14, 1).beginsInLine()).isFalse();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        window.copy(whole);
        assertThat(whole.toString(StandardCharsets.UTF_8)).isEqualTo("one\ntwo\nthree\nlast\n");
    }

    @Test
    @Timeout(20)
    void windowInALineOfGigabytesBeginsInsideIt() throws IOException {
        byte[] letters = "ä".repeat(LogWindow.MOST).getBytes(StandardCharsets.UTF_8);
        long middle = TEN_GB / 2 + 1;
        try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "rw")) {
            file.seek(middle - letters.length);
            file.write(letters);
            file.write(letters);
            file.seek(TEN_GB);
            file.write(letters);
        }
        LogWindow window = window(LogHole.NONE);

        for (long place : new long[] {middle - 2, middle - 1, middle}) {
            Part part = window.linesFrom(place, 3);
            assertThat(part.beginsInLine()).isTrue();
            assertThat(place - part.from())
                    .isBetween((long) LogWindow.LOOK_BACK - 1, (long) LogWindow.LOOK_BACK);
            assertThat(text(part)).matches("ä{%d}".formatted(part.bytes().length / 2));
            assertThat(part.bytes().length).isBetween(LogWindow.MOST - 1, LogWindow.MOST);
        }
        Part last = window.linesBefore(Long.MAX_VALUE, 3);
        assertThat(last.beginsInLine()).isTrue();
        assertThat(text(last)).matches("ä{%d}".formatted(last.bytes().length / 2));
    }

    /// Only the windows are read: reading 10 GB would take longer.
    @Test
    @Timeout(20)
    void logOfTenGigabytesIsReadByItsEndAndItsMiddle() throws IOException {
        long middle = TEN_GB / 2;
        try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "rw")) {
            file.seek(middle);
            file.writeBytes("\nmiddle one\nmiddle two\n");
            file.seek(TEN_GB - 20);
            file.writeBytes("\nalmost last\nthe end\n");
        }
        LogWindow window = window(LogHole.NONE);
        long begin = System.nanoTime();

        assertThat(text(window.linesBefore(Long.MAX_VALUE, 2))).isEqualTo("almost last\nthe end\n");
        assertThat(text(window.linesFrom(middle + 3, 2))).isEqualTo("middle one\nmiddle two\n");
        assertThat(text(window.bytes(middle + 1, 6))).isEqualTo("middle");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }
}
