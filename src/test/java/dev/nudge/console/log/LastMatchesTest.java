package dev.nudge.console.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.output.LogReader;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastMatchesTest {
    @TempDir private Path folder;

    private LastMatches.Lines find(int count, String regex, String content) throws IOException {
        Path file = Files.writeString(folder.resolve("output.log"), content);
        LogReader log = new LogReader(file, new LogHole(0, 0));
        SearchPattern pattern = SearchPattern.compile(regex);
        return matches(log, pattern, Patience.ENDLESS).find(count, 0, log.size());
    }

    private static LastMatches matches(LogReader log, SearchPattern pattern, Patience patience) {
        return new LastMatches(
                log, found -> new LineSearch(pattern, LineStyle.RAW, found, patience));
    }

    @Test
    void partEndsWithTheLastMatchAndIsEmptyIfThereIsNone() throws IOException {
        assertThat(find(2, "x", "x1\nx2\nb\nx3\nc\nd\n")).isEqualTo(new LastMatches.Lines(3, 11));
        assertThat(find(1, "x", "x1\nx2")).isEqualTo(new LastMatches.Lines(3, 5));
        assertThat(find(9, "x", "x1\nb\n")).isEqualTo(new LastMatches.Lines(0, 3));
        assertThat(find(2, "x", "a\nb\n")).isEqualTo(new LastMatches.Lines(4, 4));
        assertThat(find(0, "a", "a\nb\n")).isEqualTo(new LastMatches.Lines(4, 4));
        assertThat(find(1, "a", "")).isEqualTo(new LastMatches.Lines(0, 0));

        String far = "a line\n".repeat(1_000_000);
        String content = "x1\n" + far + "x2\n" + far + "x3\n" + far;

        assertThat(find(1, "^x", content)).isEqualTo(new LastMatches.Lines(14_000_006, 14_000_009));
        assertThat(find(2, "^x", content)).isEqualTo(new LastMatches.Lines(7_000_003, 14_000_009));
        assertThat(find(3, "^x", content)).isEqualTo(new LastMatches.Lines(0, 14_000_009));
        assertThat(find(4, "^x", content)).isEqualTo(new LastMatches.Lines(0, 14_000_009));
    }

    /// A search looks at its patience for each block of 256 KiB.
    @Test
    void matchNearTheEndOfALongLogCostsNothingOfWhatIsBeforeIt() throws IOException {
        String content = "a line\n".repeat(5_000_000) + "x\n" + "a line\n".repeat(100);
        Path file = Files.writeString(folder.resolve("output.log"), content);
        LogReader log = new LogReader(file, LogHole.NONE);
        int[] looks = {0};
        SearchPattern pattern = SearchPattern.compile("^x");
        LastMatches matches = matches(log, pattern, () -> looks[0]++);

        assertThat(matches.find(1, 0, log.size()))
                .isEqualTo(new LastMatches.Lines(35_000_000, 35_000_002));
        assertThat(looks[0]).as("of 134 blocks").isBetween(1, 20);
    }
}
