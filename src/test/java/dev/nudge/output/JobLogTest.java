package dev.nudge.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobLogTest {
    private static final int BUDGET = 40_000;

    @TempDir private Path folder;

    private JobLog log(String text) throws IOException {
        return log(text, Hole.NONE, BUDGET);
    }

    private JobLog log(String text, Hole hole, int budget) throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), text);
        return new JobLog(file, hole, UnaryOperator.identity(), budget);
    }

    private static String numbers(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> "line " + i + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void headIsTheFirstLines() throws IOException {
        Excerpt head = log(numbers(1, 100)).read(new Part.Head(3));

        assertThat(head.text()).isEqualTo("line 1\nline 2\nline 3\n");
        assertThat(head.leftOut()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 100", "3, 98", "100, 1", "500, 1"})
    void tailIsTheLastLines(int lines, int first) throws IOException {
        assertThat(log(numbers(1, 100)).read(new Part.Tail(lines)).text())
                .isEqualTo(numbers(first, 100));
    }

    @Test
    void lastLineCountsWithoutItsLineEnd() throws IOException {
        assertThat(log("one\ntwo\nthr").read(new Part.Tail(2)).text()).isEqualTo("two\nthr");
    }

    @Test
    void tailCrossesTheBlocksInWhichItIsRead() throws IOException {
        String text = numbers(1, 30_000);

        assertThat(log(text, Hole.NONE, 1 << 20).read(new Part.Tail(29_000)).text())
                .isEqualTo(numbers(1001, 30_000));
    }

    @Test
    void emptyLogHasNothing() throws IOException {
        assertThat(log("").read(new Part.Tail(10)).text()).isEmpty();
        assertThat(log("").read(new Part.Head(10)).text()).isEmpty();
    }

    @Test
    void linesAreThoseAskedFor() throws IOException {
        assertThat(log(numbers(1, 100)).read(new Part.Lines(7, 9)).text()).isEqualTo(numbers(7, 9));
        assertThat(log(numbers(1, 100)).read(new Part.Lines(101, 200)).text()).isEmpty();
    }

    @Test
    void whatDoesNotFitIsNamed() throws IOException {
        Excerpt part = log(numbers(1, 100), Hole.NONE, 21).read(new Part.Lines(1, 50));

        assertThat(part.text()).isEqualTo(numbers(1, 3));
        assertThat(part.leftOut()).isEqualTo("It continues in line 4: read on from there.");
    }

    @Test
    void tailThatDoesNotFitKeepsTheEnd() throws IOException {
        Excerpt part = log(numbers(1, 9), Hole.NONE, 21).read(new Part.Tail(9));

        assertThat(part.text()).isEqualTo(numbers(7, 9));
        assertThat(part.leftOut()).startsWith("6 lines before them did not fit");
    }

    @Test
    void newsGoOnWhereTheyEnded() throws IOException {
        JobLog log = log(numbers(1, 2) + "half");
        Excerpt first = log.read(new Part.Since(0));
        Files.writeString(folder.resolve("output.log"), numbers(1, 2) + "half done\nmore\n");

        assertThat(first.text()).isEqualTo(numbers(1, 2) + "half");
        assertThat(log.read(new Part.Since(first.end())).text()).isEqualTo(" done\nmore\n");
    }

    @Test
    void newsThatDoNotFitComeNextTime() throws IOException {
        JobLog log = log(numbers(1, 5), Hole.NONE, 14);
        Excerpt first = log.read(new Part.Since(0));

        assertThat(first.text()).isEqualTo(numbers(1, 2));
        assertThat(first.leftOut()).isEqualTo("21 more bytes are new: read once more.");
        assertThat(log.read(new Part.Since(first.end())).text()).isEqualTo(numbers(3, 4));
    }

    @Test
    void matchesHaveNumbersAndWhatIsAroundThem() throws IOException {
        Excerpt found =
                log(numbers(1, 20)).read(new Part.Matching(Pattern.compile("(4|5|12)$"), 1));

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
                        13: line 13
                        14: line 14
                        15: line 15
                        16- line 16
                        """
                                .replace("13: line 13", "13- line 13"));
        assertThat(found.what()).isEqualTo("5 lines that match");
    }

    @Test
    void matchesThatDoNotFitAreCounted() throws IOException {
        Excerpt found =
                log(numbers(1, 9), Hole.NONE, 25).read(new Part.Matching(Pattern.compile("l"), 0));

        assertThat(found.text()).isEqualTo("1: line 1\n2: line 2\n");
        assertThat(found.leftOut()).startsWith("7 of the matches did not fit");
    }

    @Test
    void holeIsALineThatSaysSo() throws IOException {
        String text = "first\n" + "\0".repeat(100) + "last\n";
        Hole hole = new Hole(6, 106);

        assertThat(log(text, hole, BUDGET).read(new Part.Head(3)).text())
                .isEqualTo(
                        "first\n[… 100 bytes are missing: the log was over its bound …]\nlast\n");
        assertThat(log(text, hole, BUDGET).read(new Part.Tail(5)).text()).isEqualTo("last\n");
        assertThat(log(text, hole, BUDGET).read(new Part.Since(50)).text())
                .isEqualTo("[… 56 bytes are missing: the log was over its bound …]\nlast\n");
        assertThat(log(text, hole, BUDGET).read(new Part.Since(106)).text()).isEqualTo("last\n");
    }

    @Test
    void veryLongLineIsCutAndSaysSo() throws IOException {
        assertThat(log("x".repeat(20_000) + "\nend\n").read(new Part.Tail(2)).text())
                .endsWith("xx[… 3616 more bytes in this line]\nend\n");
    }

    @Test
    void endOfAHugeLogIsFoundWithoutReadingIt() throws IOException {
        Path file = folder.resolve("huge.log");
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(10L << 30);
            huge.seek(10L << 30);
            huge.write(("\n" + numbers(1, 50)).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        JobLog log = new JobLog(file, Hole.NONE, UnaryOperator.identity(), BUDGET);

        assertThat(log.read(new Part.Tail(50)).text()).isEqualTo(numbers(1, 50));
        assertThat(log.read(new Part.Tail(1)).text()).isEqualTo("line 50\n");
    }
}
