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

    private LogReader log(String content, LogHole hole) throws IOException {
        return new LogReader(Files.writeString(folder.resolve("output.log"), content), hole);
    }

    private static void assertCopied(LogReader log, long from, String all, long leftOut)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(log.copy(from, log.size(), out::write)).isEqualTo(leftOut);
        assertThat(out.toString(UTF_8)).isEqualTo(all);
    }

    private void assertLast(int lines, String content, String last) throws IOException {
        LogReader log = log(content, LogHole.NONE);
        assertCopied(log, log.startOfLastLines(lines, log.size(), 0), last, 0);
    }

    @Test
    void givesTheLastLinesAsTailDoes() throws IOException {
        assertLast(2, "a\nb\nc\n", "b\nc\n");
        assertLast(2, "a\nb\nc", "b\nc");
        assertLast(9, "a\nb\n", "a\nb\n");
        assertLast(1, "\n\n", "\n");
        assertLast(0, "a\n", "");
        assertLast(3, "", "");
        String last = "line\n".repeat(20_000); // longer than a block
        assertLast(20_000, "old\n".repeat(40_000) + last, last);
    }

    @Test
    void leavesTheHoleOutAndSaysHowLongItIs() throws IOException {
        LogReader log = log("a\nb\n\0\0\0\0c\nd\n", new LogHole(4, 8));

        assertCopied(log, 0, "a\nb\nc\nd\n", 4);
        assertCopied(log, 10, "d\n", 0);
        assertThat(log.startOfLastLines(1, 12, 0)).isEqualTo(10);
        assertThat(log.startOfLastLines(9, 12, 0)).isEqualTo(8);
        assertThat(log.startOfLine(5)).isEqualTo(8);
        assertThat(log.startOfLine(9)).isEqualTo(8);
        assertThat(log.startOfLine(3)).isEqualTo(2);
        assertThat(log.isLineStart(0)).isTrue();
    }

    @Test
    void knowsWhereTheNextLinesEnd() throws IOException {
        LogReader log = log("a\nbb\n\0\0\0\0c\nd\ne", new LogHole(5, 9));

        assertThat(log.endOfLines(0, 2, 14)).isEqualTo(2);
        assertThat(log.endOfLines(1, 0, 14)).isEqualTo(2);
        assertThat(log.endOfLines(2, 9, 14)).isEqualTo(13);
        assertThat(log.endOfLines(3, 9, 14)).isEqualTo(14);
        assertThat(log.endOfLines(1, 14, 14)).isEqualTo(14);
        assertThat(log.endOfLines(3, 0, 14)).as("lines on both sides of the hole").isEqualTo(14);
        assertThat(log.hole().within(2, 14)).isEqualTo(4);
        assertThat(log.hole().within(9, 14)).isZero();

        log = log(("x".repeat(100_000) + "\n").repeat(3), LogHole.NONE);
        assertThat(log.endOfLines(2, 0, 300_003)).as("longer than a block").isEqualTo(200_002);
        assertThat(log.endOfLines(9, 0, 300_003)).isEqualTo(300_003);
    }

    @Test
    void holeThatGrowsWhileTheLogIsReadIsLeftOut() throws IOException {
        LogReader log = log("a\nb\n\0\0\0\0c\nd\n", LogHole.NONE);
        Files.writeString(folder.resolve("hole.json"), "{\"from\":4,\"to\":8}");

        assertCopied(log, 0, "a\nb\nc\nd\n", 4);
        assertThat(log.copy(6, 12, NOWHERE)).isEqualTo(2);
        assertThat(log.copy(5, 7, NOWHERE)).isEqualTo(2);
        assertThat(log.hole().from()).isEqualTo(4);
    }

    @Test
    void holdsBackALongEscapeSequenceUntilItIsWholeUnlessItNeverEnds() throws IOException {
        LogReader log = log("", LogHole.NONE);
        for (String end : List.of("\u0007", "\u001b\\")) {
            String sequence = "\u001b]52;c;" + "QUJD".repeat(1_500) + end;
            for (int length = 1; length <= sequence.length(); length++) {
                if (length % 50 == 0 || sequence.length() - length < 4) {
                    Files.writeString(log.file(), "a\nb" + sequence.substring(0, length));
                    long whole = length < sequence.length() ? 3 : 3 + sequence.length();
                    assertThat(log.wholeEnd()).as("%d bytes of it", length).isEqualTo(whole);
                }
            }
        }

        log = log("a\n\u001b]52;c;" + "x".repeat(1 << 20), LogHole.NONE);

        assertThat(log.wholeEnd()).isEqualTo(log.size());
    }
}
