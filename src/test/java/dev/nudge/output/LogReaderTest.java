package dev.nudge.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.store.LogHole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
    private static final LogReader.Sink NOWHERE = (_, _, _) -> {};

    @TempDir private Path folder;

    private String last(int lines, String content) throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), content);
        LogReader log = new LogReader(file, LogHole.NONE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        log.copy(log.startOfLastLines(lines, log.size(), 0), log.size(), out::write);
        return out.toString(UTF_8);
    }

    @Test
    void givesTheLastLinesAsTailDoes() throws IOException {
        assertThat(last(2, "a\nb\nc\n")).isEqualTo("b\nc\n");
        assertThat(last(2, "a\nb\nc")).isEqualTo("b\nc");
        assertThat(last(9, "a\nb\n")).isEqualTo("a\nb\n");
        assertThat(last(1, "\n\n")).isEqualTo("\n");
        assertThat(last(0, "a\n")).isEmpty();
        assertThat(last(3, "")).isEmpty();
        assertThat(last(20_000, "old\n".repeat(40_000) + "line\n".repeat(20_000)))
                .as("longer than a block")
                .isEqualTo("line\n".repeat(20_000));
    }

    @Test
    void leavesTheHoleOutAndSaysHowLongItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), "a\nb\n\0\0\0\0c\nd\n");
        LogReader log = new LogReader(file, new LogHole(4, 8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(log.copy(0, 12, out::write)).isEqualTo(4);
        assertThat(out.toString(UTF_8)).isEqualTo("a\nb\nc\nd\n");
        assertThat(log.copy(10, 12, out::write)).isZero();
        assertThat(log.startOfLastLines(1, 12, 0)).isEqualTo(10);
        assertThat(log.startOfLastLines(9, 12, 0)).isEqualTo(8);
        assertThat(log.startOfLine(5)).isEqualTo(8);
        assertThat(log.startOfLine(9)).isEqualTo(8);
        assertThat(log.startOfLine(3)).isEqualTo(2);
        assertThat(log.isLineStart(0)).isTrue();
    }

    @Test
    void knowsWhereTheNextLinesEnd() throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), "a\nbb\n\0\0\0\0c\nd\ne");
        LogReader log = new LogReader(file, new LogHole(5, 9));

        assertThat(log.endOfLines(0, 2, 14)).isEqualTo(2);
        assertThat(log.endOfLines(1, 0, 14)).isEqualTo(2);
        assertThat(log.endOfLines(2, 9, 14)).isEqualTo(13);
        assertThat(log.endOfLines(3, 9, 14)).isEqualTo(14);
        assertThat(log.endOfLines(1, 14, 14)).isEqualTo(14);
        assertThat(log.endOfLines(3, 0, 14)).as("lines on both sides of the hole").isEqualTo(14);
        assertThat(log.hole().within(2, 14)).isEqualTo(4);
        assertThat(log.hole().within(9, 14)).isZero();

        Files.writeString(file, ("x".repeat(100_000) + "\n").repeat(3));
        log = new LogReader(file, LogHole.NONE);
        assertThat(log.endOfLines(2, 0, 300_003)).as("longer than a block").isEqualTo(200_002);
        assertThat(log.endOfLines(9, 0, 300_003)).isEqualTo(300_003);
    }

    @Test
    void holeThatGrowsWhileTheLogIsReadIsLeftOut() throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), "a\nb\n\0\0\0\0c\nd\n");
        LogReader log = new LogReader(file, LogHole.NONE);
        Files.writeString(folder.resolve("hole.json"), "{\"from\":4,\"to\":8}");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(log.copy(0, 12, out::write)).isEqualTo(4);
        assertThat(out.toString(UTF_8)).isEqualTo("a\nb\nc\nd\n");
        assertThat(log.copy(6, 12, NOWHERE)).isEqualTo(2);
        assertThat(log.copy(5, 7, NOWHERE)).isEqualTo(2);
        assertThat(log.hole().from()).isEqualTo(4);
    }

    @Test
    void holdsBackALongEscapeSequenceUntilItIsWhole() throws IOException {
        Path file = folder.resolve("output.log");
        LogReader log = new LogReader(file, LogHole.NONE);
        for (String end : List.of("\u0007", "\u001b\\")) {
            String sequence = "\u001b]52;c;" + "QUJD".repeat(1_500) + end;
            for (int length = 1; length <= sequence.length(); length++) {
                if (length % 50 == 0 || sequence.length() - length < 4) {
                    Files.writeString(file, "a\nb" + sequence.substring(0, length));
                    long whole = length < sequence.length() ? 3 : 3 + sequence.length();
                    assertThat(log.wholeEnd()).as("%d bytes of it", length).isEqualTo(whole);
                }
            }
        }
    }

    @Test
    void anEscapeSequenceThatNeverEndsCountsAsText() throws IOException {
        Path file = folder.resolve("output.log");
        Files.writeString(file, "a\n\u001b]52;c;" + "x".repeat(1 << 20));
        LogReader log = new LogReader(file, LogHole.NONE);

        assertThat(log.wholeEnd()).isEqualTo(log.size());
    }
}
