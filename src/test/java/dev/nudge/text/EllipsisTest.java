package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EllipsisTest {
    /// It falls between lines where a line end (here `/`) is near, between words where a blank is,
    /// and never within a grapheme.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    start | make all | 8 | make all
                    end | make all | 8 | make all
                    start | '' | 0 | ''
                    start | Downloading artifact number four from central | 40 | Downloading artifact number four from…
                    start | Downloading artifact | 12 | Downloading…
                    end | Downloading artifact number four from central | 27 | …number four from central
                    start | first line of three/second line of three/third line of three | 50 | first line of three/second line of three…
                    end | first line of three/second line of three/third line of three | 50 | …second line of three/third line of three
                    end | first line of three/second line of three/third line of three | 30 | …third line of three
                    start | xxxxxxxxxxxxxxxxxxxx | 10 | xxxxxxxxx…
                    end | xxxxxxxxxxxxxxxxxxxx | 10 | …xxxxxxxxx
                    start | a xxxxxxxxxxxxxxxxxxxx | 20 | a xxxxxxxxxxxxxxxxx…
                    start | ab👨‍👩‍👧‍👦c | 6 | ab…
                    end | c👨‍👩‍👧‍👦ab | 6 | …ab
                    """)
    void textIsCutAtAGoodPlace(String kept, String text, int most, String shown) {
        String lines = text.replace('/', '\n');

        assertThat(kept.equals("start") ? Ellipsis.start(lines, most) : Ellipsis.end(lines, most))
                .isEqualTo(shown.replace('/', '\n'));
    }

    @Test
    void anyTextIsCutToItsLimitAndSaysSo() {
        Random random = new Random(5);
        for (int round = 0; round < 20_000; round++) {
            String text = text(random);
            int most = random.nextInt(60);
            String start = Ellipsis.start(text, most);
            String end = Ellipsis.end(text, most);

            assertThat(start.codePointCount(0, start.length())).isLessThanOrEqualTo(most);
            assertThat(end.codePointCount(0, end.length())).isLessThanOrEqualTo(most);
            if (text.codePointCount(0, text.length()) > most && most > 0) {
                assertThat(start).endsWith("…");
                assertThat(text).startsWith(start.substring(0, start.length() - 1));
                assertThat(end).startsWith("…");
                assertThat(text).endsWith(end.substring(1));
            }
        }
    }

    private static String text(Random random) {
        String characters = "abcdef  \n\n😀é\u0301漢";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(100); i > 0; i--) {
            int index = random.nextInt(characters.length());
            text.appendCodePoint(
                    characters.codePointAt(characters.offsetByCodePoints(0, index % 14)));
        }
        return text.toString().strip();
    }
}
