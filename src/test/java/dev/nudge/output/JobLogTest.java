package dev.nudge.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.nudge.output.JobLog.Excerpt;
import dev.nudge.output.JobLog.Part;
import dev.nudge.output.JobLog.Part.Head;
import dev.nudge.output.JobLog.Part.Lines;
import dev.nudge.output.JobLog.Part.Since;
import dev.nudge.output.JobLog.Part.Tail;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobLogTest {
    private static final int BUDGET = 40_000;

    @TempDir private Path folder;

    private JobLog log(String text) throws IOException {
        return log(text, BUDGET);
    }

    private JobLog log(String text, int budget) throws IOException {
        return log(text, LogHole.NONE, budget);
    }

    private static String text(JobLog log, Part part) throws IOException {
        return log.read(part).text();
    }

    private JobLog log(String text, LogHole hole, int budget) throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), text);
        return new JobLog(new LogReader(file, hole), LineStyle.RAW, budget, false, 0);
    }

    private JobLog log(byte[] bytes, LineStyle style, boolean isGrowing) throws IOException {
        Path file = Files.write(folder.resolve("output.log"), bytes);
        return new JobLog(new LogReader(file, LogHole.NONE), style, BUDGET, isGrowing, 0);
    }

    private static Part matching(String pattern, int context) {
        return new Part.Matching(SearchPattern.compile(pattern), context);
    }

    private static String numbers(int from, int to) {
        return joined(from, to, i -> "line " + i + "\n");
    }

    private static String joined(int from, int to, IntFunction<String> each) {
        return IntStream.rangeClosed(from, to).mapToObj(each).collect(Collectors.joining());
    }

    @Test
    void partHasTheLinesAskedFor() throws IOException {
        JobLog log = log(numbers(1, 100));
        assertThat(text(log, new Head(3))).isEqualTo("line 1\nline 2\nline 3\n");
        assertThat(log.read(new Head(3)).leftOut()).isEmpty();
        assertThat(text(log, new Lines(7, 9))).isEqualTo(numbers(7, 9));
        assertThat(text(log, new Lines(101, 200))).isEmpty();
        assertThat(text(log("one\ntwo\nthr"), new Tail(2))).isEqualTo("two\nthr");
        assertThat(text(log(""), new Tail(10))).isEmpty();
        assertThat(text(log(""), new Head(10))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 100", "3, 1, 98", "100, 1, 1",
        "500, 1, 1", "500, 99, 99", "6, 99, 99",
        "2, 99, 99", "1, 99, 100", "500, 101, 101"
    })
    void tailIsTheLastLinesNotBeforeItsStart(int lines, int start, int first) throws IOException {
        Tail tail = new Tail(lines, numbers(1, start - 1).length());

        assertThat(text(log(numbers(1, 100)), tail)).isEqualTo(numbers(first, 100));
    }

    @Test
    void whatDoesNotFitIsNamed() throws IOException {
        Excerpt part = log(numbers(1, 100), 21).read(new Lines(1, 50));
        assertThat(part.text()).isEqualTo(numbers(1, 3));
        assertThat(part.leftOut()).isEqualTo("It continues in line 4: read on from there.");

        Excerpt tail = log(numbers(1, 9), 21).read(new Tail(9));
        assertThat(tail.text()).isEqualTo(numbers(7, 9));
        assertThat(tail.leftOut()).startsWith("6 lines before them did not fit");

        JobLog log = log(numbers(1, 5), 14);
        Excerpt news = log.read(new Since(0));
        assertThat(news.text()).isEqualTo(numbers(1, 2));
        assertThat(news.leftOut()).isEqualTo("21 more bytes are new: read once more.");
        assertThat(text(log, new Since(news.end()))).isEqualTo(numbers(3, 4));

        Excerpt found = log(numbers(1, 9), 25).read(matching("l", 0));
        assertThat(found.text()).isEqualTo("1: line 1\n2: line 2\n");
        assertThat(found.leftOut()).startsWith("7 of the matches did not fit");

        // They are not read, however many there are: a line may be as long as the disk is large.
        String long_ = ("x".repeat(400) + "\n").repeat(9);

        part = log(long_, 50).read(new Tail(9));
        assertThat(part.what()).isEqualTo("the last line");
        assertThat(part.leftOut()).startsWith("Some of the lines before it did not fit");
        assertThat(log(long_, 50).read(new Tail(1)).leftOut()).isEmpty();
    }

    @Test
    void oneOfSomethingIsInTheSingular() throws IOException {
        JobLog two = log(numbers(1, 2), 7);
        assertThat(two.read(new Tail(9)).leftOut()).startsWith("1 line before it did not fit");
        assertThat(two.read(new Head(1)).what()).isEqualTo("the first line");
        assertThat(two.read(new Lines(2, 2)).what()).isEqualTo("line 2");
        assertThat(text(log("a\n\0b\n", new LogHole(2, 3), BUDGET), new Head(9)))
                .isEqualTo("a\n[… 1 byte is missing: the log was over its bound …]\nb\n");
        assertThat(text(log("x".repeat((16 << 10) + 1)), new Tail(1)))
                .startsWith("[… 1 byte before this in this line]x");
        assertThat(text(log("x".repeat((16 << 10) + 1)), new Head(1)))
                .endsWith("x[… 1 more byte in this line]");
        assertThat(log("abcdef\n\n", 7).read(new Since(0)).leftOut())
                .startsWith("1 more byte is new");
    }

    @Test
    void matchesHaveNumbersAndWhatIsAroundThem() throws IOException {
        Excerpt found = log(numbers(1, 20)).read(matching("(4|5|12)$", 1));

        assertThat(found.text())
                .isEqualTo(
                        """
                        3- line 3
                        4: line 4
                        5: line 5
                        6- line 6
                        --
                        11- line 11
                        12: line 12
                        13- line 13
                        14: line 14
                        15: line 15
                        16- line 16
                        """);
        assertThat(found.what()).isEqualTo("5 lines that match");
    }

    @Test
    void holeIsALineThatSaysSo() throws IOException {
        String text = "first\n" + "\0".repeat(100) + "last\n";
        LogHole hole = new LogHole(6, 106);

        JobLog log = log(text, hole, BUDGET);
        assertThat(text(log, new Head(3)))
                .isEqualTo(
                        "first\n[… 100 bytes are missing: the log was over its bound …]\nlast\n");
        assertThat(text(log, new Tail(5))).isEqualTo("last\n");
        assertThat(text(log, new Since(50)))
                .isEqualTo("[… 56 bytes are missing: the log was over its bound …]\nlast\n");
        assertThat(text(log, new Since(106))).isEqualTo("last\n");

        String half = "first\nhalf" + "\0".repeat(100) + "\nlast\n";
        log = log(half, new LogHole(10, 110), BUDGET);
        assertThat(text(log, matching("last", 0))).isEqualTo("5: last\n");
        assertThat(text(log, new Lines(5, 5))).isEqualTo("last\n");
    }

    @Test
    void endOfAHugeLogIsFoundWithoutReadingIt() throws IOException {
        Path file = folder.resolve("huge.log");
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.write(numbers(1, 100).getBytes(UTF_8));
            huge.setLength(10L << 30);
            huge.seek(10L << 30);
            huge.write(("\n" + numbers(1, 50)).getBytes(UTF_8));
        }
        JobLog log = new JobLog(new LogReader(file, LogHole.NONE), LineStyle.RAW, BUDGET, false, 0);

        assertThat(text(log, new Tail(50))).isEqualTo(numbers(1, 50));
        assertThat(text(log, new Tail(1))).isEqualTo("line 50\n");
    }

    @Test
    void tailOfALongLineIsItsEndAndTheMissingStartIsSaid() throws IOException {
        String line = joined(1, 200_000, i -> " " + i);

        assertThat(text(log(line), new Tail(1)))
                .startsWith("[… the start of this line is left out]")
                .endsWith(" 199999 200000");
        assertThat(text(log(line + "\n", 10_000), new Tail(200)))
                .startsWith("[… the start of this line is left out]")
                .endsWith(" 199999 200000\n");
        assertThat(text(log("first\n" + line.substring(0, 30_000)), new Tail(1)))
                .startsWith("[… 13616 bytes before this in this line]")
                .endsWith(line.substring(29_900, 30_000));
        assertThat(text(log("x".repeat(20_000) + "\nend\n"), new Tail(2)))
                .startsWith("[… 3616 bytes before this in this line]xx")
                .endsWith("xx\nend\n");
    }

    @Test
    void newsOfARunningJobEndBeforeAHalfWrittenCharacterOrEscapeSequence() throws IOException {
        byte[] all = "one\na\u1d5cz \u001b[31mred\u001b]0;title\u0007 end\r\nlast".getBytes(UTF_8);
        StringBuilder read = new StringBuilder();
        long from = 0;
        for (int length = 0; length <= all.length; length++) {
            Excerpt news =
                    log(Arrays.copyOf(all, length), LineStyle.RAW, true).read(new Since(from));
            assertThat(news.text())
                    .doesNotContain("\ufffd")
                    .doesNotEndWith("\u001b")
                    .doesNotEndWith("[3")
                    .doesNotEndWith("tit");
            read.append(news.text());
            from = news.end();
        }
        assertThat(read.toString()).isEqualTo(new String(all, UTF_8));

        byte[] bytes = {'a', (byte) 0xe1, (byte) 0x95};

        assertThat(text(log(bytes, LineStyle.RAW, false), new Since(0))).isEqualTo("a\ufffd");
        assertThat(text(log(bytes, LineStyle.RAW, true), new Tail(1))).isEqualTo("a");
    }

    @Test
    void noCharacterIsCutWhereALongLineIs() throws IOException {
        for (int shift = 0; shift < 3; shift++) {
            String line = "x".repeat(shift) + "\u1d5c".repeat(20_000);
            JobLog log = log(line + "\n", 100_000);
            for (Part part :
                    List.of(new Tail(1), new Head(1), new Since(0), matching("x|\u1d5c", 0))) {
                assertThat(text(log, part)).isNotEmpty().doesNotContain("\ufffd");
            }
            assertThat(text(log(line, 100), new Tail(1))).doesNotContain("\ufffd");
        }
    }

    /// What was given back before is lost with the rest.
    @Test
    void allIsThereOfALogThatHasBeenEmptiedSinceAPartWasGivenBack() throws IOException {
        LogHole old = new LogHole(10, 100_000);

        assertThat(text(log(numbers(1, 9), old, BUDGET), new Tail(20))).isEqualTo(numbers(1, 9));
        Files.writeString(folder.resolve("hole.json"), "{\"from\":10,\"to\":100000}");
        assertThat(text(log(numbers(1, 9), BUDGET), new Tail(20))).isEqualTo(numbers(1, 9));
        assertThat(text(log(numbers(1, 9), BUDGET), new Lines(3, 4))).isEqualTo(numbers(3, 4));
    }

    @Test
    void logWhoseLastAttemptIsBinaryIsNotShownButATextWithFewNuls() throws IOException {
        byte[] bytes = new byte[12_345_678];
        JobLog log = log(bytes, LineStyle.READABLE, true);

        for (Part part : List.of(new Tail(1), new Head(3), new Since(0))) {
            assertThat(text(log, part)).isEqualTo("[binary output, 12M]\n");
            assertThat(log.read(part).leftOut()).contains("Ask for raw");
            assertThat(log.read(part).end()).isEqualTo(bytes.length);
        }

        log = readable("cat\0/proc/self/cmdline\0");
        assertThat(text(log, new Tail(3))).isEqualTo("cat /proc/self/cmdline");
        assertThat(text(log, matching("cat /proc", 0))).isEqualTo("1: cat /proc/self/cmdline\n");

        assertThat(lastAttempt("\0".repeat(100) + "\n", "no such table\n"))
                .isEqualTo("no such table\n");
        assertThat(lastAttempt("x".repeat(600), "\0".repeat(100)))
                .isEqualTo("[binary output, 100B]\n");
    }

    @Test
    void binaryLogIsEscapedForThoseWhoAskForItAsItIsOrForAPattern() throws IOException {
        byte[] bytes = new byte[400_000];
        new Random(17).nextBytes(bytes);
        System.arraycopy("\n\0\0\1needle \u00e9\n".getBytes(UTF_8), 0, bytes, 200_000, 14);

        assertThat(text(log(bytes, LineStyle.RAW, true), new Head(3)))
                .hasSizeGreaterThan(100)
                .contains("\\x")
                .doesNotContainPattern("[\ufffd\\p{Cc}&&[^\t\n]]");
        Excerpt found = log(bytes, LineStyle.READABLE, true).read(matching("needle", 0));
        assertThat(found.text()).endsWith(": \\x00\\x00\\x01needle \u00e9\n");
        assertThat(text(log(new byte[1500], LineStyle.RAW, true), new Tail(3)))
                .isEqualTo("\\x00{1500}");
    }

    private String lastAttempt(String first, String last) throws IOException {
        LogReader log = log(first + last).log();
        return new JobLog(log, LineStyle.READABLE, BUDGET, false, first.length())
                .read(new Tail(5, first.length()))
                .text();
    }

    @Test
    void aLogIsCutBetweenLinesOrAtLeastBetweenCharacters() throws IOException {
        Path file = Files.writeString(folder.resolve("lines"), "line\n".repeat(5_000));
        assertThat(LogReader.cutBefore(file, 10_003)).isEqualTo(10_000);
        assertThat(LogReader.cutBehind(file, 10_003)).isEqualTo(10_005);
        assertThat(LogReader.cutBehind(file, 10_005)).isEqualTo(10_005);
        Path long_ = Files.writeString(folder.resolve("long"), "\u1d5c".repeat(5_000));
        for (long offset = 9_000; offset < 9_003; offset++) {
            assertThat(LogReader.cutBefore(long_, offset)).isEqualTo(9_000);
            assertThat(LogReader.cutBehind(long_, offset + 1)).isEqualTo(9_003);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {300_000, 0})
    void aSearchEndsWhereALogThatBecomesShorterEnds(long size) throws IOException {
        JobLog log = log("needle\n" + numbers(1, 200_000) + "needle\n");
        Path file = log.log().file();
        Patience cut = () -> FileChannel.open(file, WRITE).truncate(size).close();

        assertThat(log.read(matching("needle", 0), cut).text()).isEqualTo("1: needle\n");
    }

    @Test
    void aSearchEndsWhereALogThatGrowsEndedWhenItBegan() throws IOException {
        JobLog log = log("needle\n" + numbers(1, 100_000) + "needle");
        Patience writer = () -> Files.writeString(log.log().file(), " needle\nneedle\n", APPEND);

        assertThat(log.read(matching("needle", 0), writer).text())
                .isEqualTo("1: needle\n--\n100002: needle\n");
    }

    @Test
    void patienceEndsAReadingByLineNumbersToo() throws IOException {
        JobLog log = log("a line\n".repeat(1_000_000));
        int[] looks = {0};
        Patience short_ =
                () -> {
                    if (++looks[0] == 2) {
                        throw new IllegalStateException("enough");
                    }
                };

        assertThatIllegalStateException()
                .isThrownBy(() -> log.read(new Lines(900_000, 900_001), short_))
                .withMessage("enough");
    }

    private JobLog readable(String text) throws IOException {
        return log(text.getBytes(UTF_8), LineStyle.READABLE, false);
    }

    @Test
    void progressIsShownAsItIsAtLastWhicheverPartIsRead() throws IOException {
        JobLog log =
                readable(
                        "start\na 1%\nb 1%\n\u001b[2A\u001b[2Ka 2%\n\u001b[2Kb\r\u001b[Kb 2%\nend\n");
        String shown = "start\na 2%\nb 2%\nend\n";
        for (Part all : List.of(new Head(20), new Tail(20), new Since(0), new Lines(1, 9))) {
            assertThat(text(log, all)).isEqualTo(shown);
        }
        assertThat(text(log, new Tail(2))).isEqualTo("b 2%\nend\n");
        assertThat(text(log, new Lines(2, 3))).isEqualTo("a 2%\nb 2%\n");
        assertThat(text(log, matching("b", 1))).isEqualTo("2- a 2%\n3: b 2%\n4- end\n");
        assertThat(text(log, matching("1%", 1))).isEmpty();
    }

    @Test
    void whatIsNewIsReadOnWhereItWasLeft() throws IOException {
        String text = "1\n2\n\u001b[2A\u001b[2Kone\ntwo\n" + numbers(1, 12_000);
        JobLog log = readable(text);
        StringBuilder all = new StringBuilder();
        long at = 0;
        while (at < text.length()) {
            Excerpt next = log.read(new Since(at));
            all.append(next.text());
            at = next.end();
        }
        assertThat(all.toString()).isEqualTo("one\ntwo\n" + numbers(1, 12_000));

        log = log(numbers(1, 2) + "half");
        Excerpt first = log.read(new Since(0));
        Files.writeString(log.log().file(), " done\nmore\n", APPEND);

        assertThat(first.text()).isEqualTo(numbers(1, 2) + "half");
        assertThat(text(log, new Since(first.end()))).isEqualTo(" done\nmore\n");
    }

    @Test
    void matchInAVeryLongLineIsShown() throws IOException {
        String states = joined(0, 899, i -> "fetching package " + i + " of 900\r");
        String wide = "x".repeat(300_000) + "needle" + "y".repeat(3_000_000) + "needle";
        JobLog log = readable("one\n" + states + "needle 1\n" + wide + "\nneedle 2\n");
        Excerpt found = log.read(matching("needle", 0));

        assertThat(found.what()).isEqualTo("3 lines that match");
        assertThat(found.text())
                .startsWith("2: needle 1\n3: \u2026xxx")
                .endsWith("\n4: needle 2\n");
        assertThat(found.text()).contains("xneedley");
        assertThat(text(log, matching("needle 1", 1))).startsWith("1- one\n2: needle 1\n3- xxx");
        assertThat(
                        readable("z".repeat((1 << 20) - 3) + "needle" + "z".repeat(99) + "\n")
                                .read(matching("zneedlez", 0))
                                .what())
                .isEqualTo("the line that matches");
    }
}
