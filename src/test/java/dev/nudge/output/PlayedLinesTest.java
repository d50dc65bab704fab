package dev.nudge.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.text.PlainText;
import dev.nudge.testkit.ProgressDisplays;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlayedLinesTest {
    private static final int ROOM = 64 << 10;

    /// Takes lines with the offset behind each.
    private static final class Taken implements LogReader.Sink {
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();
        private final List<Long> ends = new ArrayList<>();
        private long at;

        @Override
        public void at(long offset) {
            at = offset;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            all.write(bytes, offset, length);
            for (int i = offset; i < offset + length; i++) {
                at++;
                if (bytes[i] == '\n') {
                    ends.add(at);
                }
            }
        }

        private String text() {
            return all.toString(UTF_8);
        }
    }

    private static PlayedLines lines(long start, Taken taken) {
        return new PlayedLines(start, ROOM, taken, OutputStream.nullOutputStream());
    }

    private static void write(PlayedLines lines, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        lines.write(bytes, 0, bytes.length);
    }

    private static String played(String output, int chunk) throws IOException {
        Taken taken = new Taken();
        try (PlayedLines lines = lines(0, taken)) {
            byte[] bytes = output.getBytes(UTF_8);
            for (int at = 0; at < bytes.length; at += chunk) {
                lines.write(bytes, at, Math.min(chunk, bytes.length - at));
            }
        }
        return taken.text();
    }

    private static String played(String output) throws IOException {
        return played(output.replace("^", "\u001b["), Integer.MAX_VALUE / 2);
    }

    static Collection<String> programs() {
        return ProgressDisplays.all().values();
    }

    /// What is left is what a terminal would show.
    @ParameterizedTest
    @MethodSource("programs")
    void progressOfProgramsIsShownAsItIsAtLast(String program) throws IOException {
        String output = "before\n" + program + "after\n";
        HeadlessTerminal terminal = new HeadlessTerminal(100, 150);
        byte[] bytes = output.replace("\n", "\r\n").getBytes(UTF_8);
        terminal.feed(bytes, 0, bytes.length);

        for (int chunk : List.of(1, 7, 1000, 1 << 20)) {
            assertThat(shown(played(output, chunk))).isEqualTo(shown(terminal.text()));
        }
    }

    /// What a person reads: without blank lines, and blanks at the end of one.
    private static String shown(String text) {
        return Arrays.stream(text.split("\n"))
                .map(line -> PlainText.readable(line).stripTrailing())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /// In a row, `/` stands for a line end. A cleared screen is a new page.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            textBlock =
                    """
                    a^1G^0Kb^1G^0Kdone           | done
                    hello^3DXY                   | heXYo
                    ab^5Cc                       | ab     c
                    hello^2Kx                    | '     x'
                    one^s two^u 2                | one 2wo
                    12345^1G^1P^4G^1Xz           | 234z
                    ab^1G^2@c                    | c ab
                    10%^1G20%\\r30%^K            | 30%
                    x 50%^1G^K                   | x 50%
                    *^1G^K                       | ''
                    a^1A^1Bb                     | ab
                    \u7d42\u4e86^1Gx             | 'x \u4e86'
                    one/two/^2A^2KONE//3         | ONE/two/3
                    one/two/^1A^1A^J3            | 3
                    1/2/^1A^1Lx                  | 1/x/2
                    1/2/3/^3A^1M^2B4             | 2/3/4
                    a/^H^2J^3Jone/two/^H^2Jthree | a/one/two/three
                    log/^H^J10:00/ok/^H^J10:01/x | log/10:01/x
                    """)
    void movesArePlayed(String lines, String shown) throws IOException {
        assertThat(played((lines + "/").replace("\\r", "\r").replace('/', '\n')))
                .isEqualTo((shown + "/").replace('/', '\n'));
    }

    @Test
    void otherLinesAreNotTouched() throws IOException {
        String coloured = "a\tb ^01;31m^Kerror^m^K x\r\n\0 \u001b]0;title\u0007 ^?25l\n";
        String raw = coloured.replace("^", "\u001b[");
        assertThat(played(coloured.repeat(3))).isEqualTo(raw.repeat(3));
        assertThat(played(coloured + "1%^1G2%\n" + coloured)).isEqualTo(raw + "2%\n" + raw);
        assertThat(played("no end")).isEqualTo("no end");
    }

    @Test
    void offsetsAreThoseOfTheLog() throws IOException {
        String some = "line\n".repeat(1000);
        String moving = "1%\u001b[1G2%\u001b[1G3%\n";
        Taken taken = new Taken();
        try (PlayedLines lines = lines(100, taken)) {
            write(lines, some + moving + some);
        }
        assertThat(taken.text()).isEqualTo(some + "3%\n" + some);
        long behind = 100L + some.length() + moving.length();
        LongStream before = LongStream.rangeClosed(1, 1000).map(i -> 100 + 5 * i);
        LongStream after = LongStream.rangeClosed(0, 1000).map(i -> behind + 5 * i);
        assertThat(taken.ends).isEqualTo(LongStream.concat(before, after).boxed().toList());
    }

    @Test
    void whatWasPassedOnIsNotChanged() throws IOException {
        Taken taken = new Taken();
        PlayedLines lines = lines(0, taken);
        write(lines, "a 1%\nb 1%\n");
        lines.flush();
        assertThat(taken.text()).isEqualTo("a 1%\nb 1%\n");
        write(lines, "\u001b[2Aa 2%\nb 2%\n\u001b[2Aa 3%");
        lines.flush();
        assertThat(taken.text()).isEqualTo("a 1%\nb 1%\na 2%\nb 2%\n");
        assertThat(lines.held()).isEqualTo("\u001b[2Aa 3%".length());
        lines.close();
        assertThat(taken.text()).isEqualTo("a 1%\nb 1%\na 2%\nb 2%\na 3%\n");
    }

    @Test
    void veryLongLineBeginsAnewWithACarriageReturn() throws IOException {
        String states =
                IntStream.range(0, 100_000)
                        .mapToObj(i -> "downloading " + i + "\r")
                        .collect(Collectors.joining());
        String shown = played("first\n" + states + "complete\nlast\n");
        assertThat(shown).startsWith("first\n").endsWith("\rcomplete\nlast\n");
        assertThat(shown.length()).isLessThan(2 * ROOM);
        String whole = "x".repeat(3 * ROOM);
        assertThat(played(whole + "\nlast\n")).isEqualTo(whole + "\nlast\n");
    }

    @Test
    void manyMegabytesOfOneMovingLineTakeLittle() throws IOException {
        Taken taken = new Taken();
        long start = System.nanoTime();
        try (PlayedLines lines = new PlayedLines(0, taken)) {
            String some = ProgressDisplays.dockerPull(2000);
            for (int i = 0; i < 20_000_000 / some.length(); i++) {
                write(lines, some);
            }
        }
        assertThat(taken.all.size()).isLessThan(100_000);
        assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
    }

    @Test
    void anyBytesAreTakenInAnyPieces() throws IOException {
        Random random = new Random(17);
        String[] words =
                ("^A ^3A ^B ^2K ^K ^5G ^H ^2J ^J ^L ^M ^9999B ^9999A ^99999C ^2P ^3@ ^2X ^"
                                + " \u001b7 \u001b8 \u001b \r \n \n \n \t \b \0 \u0085 word \u7d42 e\u0301")
                        .replace("^", "\u001b[")
                        .split(" ", -1);
        for (int round = 0; round < 2000; round++) {
            String output =
                    random.ints(random.nextInt(400), 0, words.length)
                            .mapToObj(i -> words[i])
                            .collect(Collectors.joining());
            String whole = played(output, 1 << 20);
            assertThat(played(output, 1 + random.nextInt(9))).isEqualTo(whole);
            assertThat(whole).doesNotContain("\u001b[A", "\u001b[2K", "\u001b7");
        }
    }
}
