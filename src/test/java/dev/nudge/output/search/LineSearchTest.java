package dev.nudge.output.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineSearchTest {
    private static final String[] WORDS = {
        "error",
        "err",
        "or",
        "\u001b[31m",
        "\u001b[",
        "\u001b]0;",
        "1m",
        "\r",
        "\r\n",
        "\n",
        "\n",
        "\t",
        " ",
        "é",
        "\b",
        "\u0085",
        "\0",
        "\u007f",
        "Â",
        "x".repeat(30)
    };

    private static final String[] TEXTS = {
        "a",
        "b",
        "ab",
        "A",
        "k",
        "K",
        "\u212a",
        "s",
        "\u017f",
        "é",
        "É",
        "😀",
        "\uffff",
        "7",
        "-",
        "{02}",
        "{2,,}",
        "|",
        ".",
        " ",
        "\t",
        "_",
        "x",
        "\u0000",
        "\u0080",
        "\n",
        "\n",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\u001b[1m"
    };

    /// Keeps both kinds of lines.
    private static final class Kept implements LineSearch.Found {
        private final List<String> matches = new ArrayList<>();
        private final StringBuilder all = new StringBuilder();

        @Override
        public void matching(byte[] bytes, int from, int to) {
            matches.add(text(bytes, from, to));
            all.append(text(bytes, from, to));
        }

        @Override
        public void other(byte[] bytes, int from, int to) {
            all.append(text(bytes, from, to));
        }

        private static String text(byte[] bytes, int from, int to) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
    }

    private static void feed(LineSearch search, String text, Random random) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(bytes.length));
            search.write(bytes, at, count);
            at += count;
        }
        search.end();
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
    }

    private static String withoutEnd(String line) {
        String end = line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : "";
        return line.substring(0, line.length() - end.length());
    }

    @Test
    void findsWhatLookingAtEveryLineFinds() throws IOException {
        Random random = new Random(5);
        List<SearchPattern> patterns =
                List.of(
                                "error",
                                "^error",
                                "err|or$",
                                "[xé]",
                                "er+or\\b",
                                "é",
                                "31m",
                                "or ",
                                "(?i)ERR",
                                "err.?or",
                                "^$",
                                " $")
                        .stream()
                        .map(SearchPattern::compile)
                        .toList();
        for (int i = 0; i < 3_000; i++) {
            String text =
                    random.ints(random.nextInt(60), 0, WORDS.length)
                            .mapToObj(w -> WORDS[w])
                            .collect(Collectors.joining());
            SearchPattern pattern = patterns.get(i % patterns.size());
            check(text, pattern, LineStyle.RAW);
            check(text, pattern, LineStyle.READABLE);
        }
        String filling = "a line without it\n".repeat(4_000);
        for (int i = 0; i < 200; i++) {
            String text =
                    filling
                            + random.ints(300, 0, WORDS.length)
                                    .mapToObj(w -> WORDS[w])
                                    .collect(Collectors.joining());
            SearchPattern pattern = patterns.get(i % patterns.size());
            check(text, pattern, LineStyle.RAW);
            check(text, pattern, LineStyle.READABLE);
        }
    }

    private static void check(String text, SearchPattern pattern, LineStyle style)
            throws IOException {
        Kept kept = new Kept();
        LineSearch search = new LineSearch(pattern, style, kept, Patience.ENDLESS);
        feed(search, text, new Random(text.length()));

        assertThat(kept.matches)
                .as(pattern.regex())
                .isEqualTo(
                        lines(text).stream()
                                .filter(l -> pattern.isIn(style.text(withoutEnd(l))))
                                .toList());
        assertThat(kept.all.toString()).isEqualTo(text);
    }

    @Test
    void findsWhatARandomExpressionFinds() throws IOException {
        Random random = new Random(17);
        int expressions = 0;
        for (int i = 0; i < 2_000; i++) {
            SearchPattern pattern;
            try {
                pattern = SearchPattern.compile(RandomRegex.next(random, 8));
            } catch (IllegalArgumentException _) {
                continue; // Then nobody looks for it.
            }
            expressions++;
            String text =
                    random.ints(80, 0, TEXTS.length)
                            .mapToObj(t -> TEXTS[t])
                            .collect(Collectors.joining());
            check(text, pattern, LineStyle.RAW);
            check(text, pattern, LineStyle.READABLE);
        }
        assertThat(expressions).isGreaterThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{02}", "a{00}", "a{0,00}", "a{1,02}", "a{2,3,4}", "a{2,,}", "a{٢}"})
    void aBraceWithOtherNumbersStandsForItself(String regex) throws IOException {
        Kept kept = new Kept();
        SearchPattern pattern = SearchPattern.compile(regex);
        LineSearch search = new LineSearch(pattern, LineStyle.RAW, kept, Patience.ENDLESS);
        feed(search, "aaa,4}\n" + regex + "\n", new Random(1));

        assertThat(kept.matches).containsExactly(regex + "\n");
    }

    @Test
    void crossesItsBlocks() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60_000; i++) {
            text.append("line ").append(i).append(i % 7 == 0 ? " é\n" : "\n");
        }
        check(text.toString(), SearchPattern.compile("9 é"), LineStyle.RAW);
        check(text.toString(), SearchPattern.compile("9 é$"), LineStyle.READABLE);
        check(text.toString(), SearchPattern.compile("\\d7$"), LineStyle.READABLE);
    }

    @Test
    void aHugeLineCountsAsSeveral() throws IOException {
        Kept kept = new Kept();
        SearchPattern end = SearchPattern.compile("end");
        LineSearch search = new LineSearch(end, LineStyle.RAW, kept, Patience.ENDLESS);
        feed(search, "y".repeat((3 << 20) - 7) + "end\nend\n", new Random(1));

        assertThat(kept.matches).hasSize(2);
        assertThat(kept.matches.getFirst()).hasSizeLessThanOrEqualTo(1 << 20).endsWith("yend\n");
    }

    @Test
    void patienceEndsALongLineInItsMiddle() throws IOException {
        SearchPattern costly = SearchPattern.compile("\\b(.*x){50}y");
        int[] looks = {0};
        LineSearch search =
                new LineSearch(
                        costly,
                        LineStyle.RAW,
                        new Kept(),
                        () -> {
                            if (looks[0]++ > 5) {
                                throw new IllegalStateException("enough");
                            }
                        });

        assertThatIllegalStateException()
                .isThrownBy(() -> feed(search, "xy".repeat(400_000) + "z", new Random(1)))
                .withMessage("enough");
    }
}
