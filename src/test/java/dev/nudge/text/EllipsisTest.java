package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EllipsisTest {
    @Test
    void textThatFitsStaysAsItIs() {
        assertThat(Ellipsis.start("make all", 8)).isEqualTo("make all");
        assertThat(Ellipsis.end("make all", 8)).isEqualTo("make all");
        assertThat(Ellipsis.start("", 0)).isEmpty();
    }

    @Test
    void cutFallsBetweenWordsWhereABlankIsNear() {
        String text = "Downloading artifact number four from central";

        assertThat(Ellipsis.start(text, 40)).isEqualTo("Downloading artifact number four from…");
        assertThat(Ellipsis.start("Downloading artifact", 12)).isEqualTo("Downloading…");
        assertThat(Ellipsis.end(text, 27)).isEqualTo("…number four from central");
    }

    @Test
    void cutFallsBetweenLinesWhereALineEndIsNear() {
        String text = "first line of three\nsecond line of three\nthird line of three";

        assertThat(Ellipsis.start(text, 50))
                .isEqualTo("first line of three\nsecond line of three…");
        assertThat(Ellipsis.end(text, 50)).isEqualTo("…second line of three\nthird line of three");
        assertThat(Ellipsis.end(text, 30)).isEqualTo("…third line of three");
    }

    @Test
    void longWordIsCutWithinItself() {
        assertThat(Ellipsis.start("x".repeat(50), 10)).isEqualTo("xxxxxxxxx…");
        assertThat(Ellipsis.end("x".repeat(50), 10)).isEqualTo("…xxxxxxxxx");
        assertThat(Ellipsis.start("a " + "x".repeat(50), 20))
                .isEqualTo("a " + "x".repeat(17) + "…");
    }

    @Test
    void graphemesStayWhole() {
        String family = "👨‍👩‍👧‍👦";

        assertThat(Ellipsis.start("ab" + family + "c", 6)).isEqualTo("ab…");
        assertThat(Ellipsis.end("c" + family + "ab", 6)).isEqualTo("…ab");
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
