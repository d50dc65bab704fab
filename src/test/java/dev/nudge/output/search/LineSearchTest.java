package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.nudge.terminal.text.LineStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the search in blocks, which skips to what may match, with a look at the text of every
/// line.
class LineSearchTest {
    private static final int BLOCK = 256 << 10;

    /// In a row: words; words with colours; with other sequences; with other control characters;
    /// with several states; letters of which one beyond ASCII is another case; rests of lines.
    private static final List<String> WORDS =
            words(
                    "needle¦needl¦needle;x¦über¦é¦err¦or¦error¦ ¦NeeDLe¦NEEDLK",
                    "nee\u001b[31mdle¦\u001b[1mneed\u001b[m\u001b[38;5;196ml\u001b[Ke\u001b[0m¦\u001b[0m¦nee\u001b[0Kdle",
                    "n\u001b[1meedle\u001b[m;x¦nee\u001b\u001b[31mdle¦need\u001b[1¦\u001b[1;\r\nneedle",
                    "\u001b]0;needle\u0007¦\u001b]0;nee\u001b[31mdle¦needle\u001b]0;x\u0007;x¦\u009b1mneedle",
                    "\u001b(B¦nee\u001b(B\u001b[mdle¦nee\u001b7dle¦nee\u001bPdle\u001b\\¦\u001b[¦\u001b]0;¦31m",
                    "nee\u001b]8;;x\u001b\\dle¦nee\u001b[1m\u001b]8;;x\u001b\\dle¦n\u001bX\u001b\\\u001b[meed\u001b[\u001b[mle",
                    "need\b\bedle¦nee\0dle¦nee\u0007dle¦nee\u001b[m\u0007dle¦nee\u0007\u001b[mdle¦\u007f",
                    "nee\r\u000bdle¦nee\r  \fdle¦nee\r\u0085dle¦\u0085¦\b¦\0",
                    "needle 1%\rneedle 2%¦an old needle\rnew¦old\r\u001b[31mneedle¦needle\r \u001b[m ¦nee\rdle",
                    "needle\u017f¦needl\u212a¦§¦Â",
                    "\n\u001b[1m   \n¦\n   \r\n¦\r¦\r\n¦\r\n¦\n¦\n¦\n¦\t");

    /// All, those without control characters, and those with no others than escapes.
    private static final List<List<String>> KINDS =
            List.of(WORDS, without("[^\\P{Cntrl}\\n\\t]"), without("[^\\P{Cntrl}\\n\\t\u001b]"));

    /// What the pieces of random expressions stand for.
    private static final List<String> TEXTS =
            words(
                    "a¦b¦ab¦A¦k¦K¦\u212a¦s¦\u017f¦é¦É¦😀¦\uffff¦7¦-¦{02}¦{2,,}¦|¦.¦ ¦\t¦_¦x¦\u0000¦\u0080",
                    "\n¦\n¦\n¦\n¦\r\n¦\r¦\u001b[1m");

    private static List<String> words(String... rows) {
        return List.of(String.join("¦", rows).split("¦", -1));
    }

    private static List<String> without(String characters) {
        Pattern pattern = Pattern.compile(characters, Pattern.UNICODE_CHARACTER_CLASS);
        return WORDS.stream().filter(pattern.asPredicate().negate()).toList();
    }

    /// Keeps the matches, byte for byte, and everything.
    private static final class Kept implements LineSearch.Found {
        private final List<String> matches = new ArrayList<>();
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();

        @Override
        public void matching(byte[] bytes, int from, int to) {
            matches.add(new String(bytes, from, to - from, ISO_8859_1));
            all.write(bytes, from, to - from);
        }

        @Override
        public void other(byte[] bytes, int from, int to) {
            all.write(bytes, from, to - from);
        }
    }

    /// @param piece the most bytes given at once
    private static Kept found(byte[] log, SearchPattern pattern, LineStyle style, int piece)
            throws IOException {
        Kept kept = new Kept();
        LineSearch search = new LineSearch(pattern, style, kept, Patience.ENDLESS);
        for (int at = 0; at < log.length; at += piece) {
            search.write(log, at, Math.min(piece, log.length - at));
        }
        search.end();
        assertThat(kept.all.toByteArray()).isEqualTo(log);
        return kept;
    }

    private static void check(byte[] log, SearchPattern pattern, int piece) throws IOException {
        for (LineStyle style : List.of(LineStyle.RAW, LineStyle.READABLE)) {
            List<String> expected = new ArrayList<>();
            for (int at = 0; at < log.length; ) {
                int end = ByteScan.lineEnd(log, at, log.length);
                String text = new String(log, at, end - at, UTF_8).replaceFirst("\r?\n$", "");
                if (pattern.isIn(style.text(text))) {
                    expected.add(new String(log, at, end - at, ISO_8859_1));
                }
                at = end;
            }
            assertThat(found(log, pattern, style, piece).matches)
                    .as(pattern.regex())
                    .isEqualTo(expected);
        }
    }

    private static byte[] log(Random random, int size, int wordDistance, List<String> words) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        while (log.size() < size) {
            String word =
                    random.nextInt(wordDistance) == 0
                            ? words.get(random.nextInt(words.size()))
                            : random.nextInt(400) == 0 ? "x".repeat(20_000) : "line ";
            log.writeBytes(word.getBytes(UTF_8));
            if (random.nextInt(500) == 0) {
                log.write(0x80 + random.nextInt(0x80));
            }
        }
        return log.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "needle", "^needle", "needle|über", "needle$",
                "ne.*dle", "(?i)needle", "(?i)needle;x", "(?i)needles|NEEDLK",
                "a1|b2|c3|d4|e5|needle", "ü.*needle", "  ", "31m",
                "needle[^x]", "need(le|el)", "\\bneedle", "^.{3}dle",
                "   $", "(?i)ask|KISS needle", "\\156eedle", "\\033\\[31m",
                "nee\\x00dle", "[A-[:alpha:]|needle", "err|or$", "[xé]",
                "er+or\\b", "^$"
            })
    void findsInARandomLogWhatASearchLineByLineFinds(String regex) throws IOException {
        Random random = new Random(regex.hashCode());
        SearchPattern pattern = SearchPattern.compile(regex);
        for (List<String> kind : KINDS) {
            int size = BLOCK + random.nextInt(BLOCK / 2);
            byte[] log = log(random, size, random.nextBoolean() ? 3 : 40, kind);
            check(log, pattern, random.nextBoolean() ? log.length : 1 + random.nextInt(100_000));
        }
        for (int i = 0; i < 200; i++) {
            byte[] log = log(random, random.nextInt(200), 1, KINDS.get(i % 3));
            check(log, pattern, 1 + random.nextInt(200));
        }
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
                    random.ints(80, 0, TEXTS.size())
                            .mapToObj(TEXTS::get)
                            .collect(Collectors.joining());
            check(text.getBytes(UTF_8), pattern, 1 + random.nextInt(300));
        }
        assertThat(expressions).isGreaterThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{02}", "a{00}", "a{0,00}", "a{1,02}", "a{2,3,4}", "a{2,,}", "a{٢}"})
    void aBraceWithOtherNumbersStandsForItself(String regex) throws IOException {
        byte[] log = ("aaa,4}\n" + regex + "\n").getBytes(UTF_8);

        assertThat(found(log, SearchPattern.compile(regex), LineStyle.RAW, 9).matches)
                .containsExactly(new String((regex + "\n").getBytes(UTF_8), ISO_8859_1));
    }

    @Test
    void aSequenceInsideACharacterLeavesNoCharacter() throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        log.writeBytes("a line\n".repeat(BLOCK / 7 + 1).getBytes(UTF_8));
        log.writeBytes(new byte[] {'n', (byte) 0xc3, 0x1b, '[', 'm', (byte) 0xa9, 'e', '\n'});
        log.writeBytes("né\u001b[me\n".getBytes(UTF_8));
        for (String regex : List.of("née", "n.e", "n..e", "e$")) {
            check(log.toByteArray(), SearchPattern.compile(regex), log.size());
        }
    }

    @Test
    void findsInLongColouredLines() throws IOException {
        String coloured = "\u001b[31mred\u001b[m ".repeat(50_000); // twice as long as a block
        String empty = "\u001b[m".repeat(100_000);
        String first = coloured + "nee\u001b[1mdle\n" + coloured + "\n" + empty + "\n";
        byte[] log = (first + coloured + "\u001b[1" + empty + "needle").getBytes(UTF_8);
        SearchPattern needle = SearchPattern.compile("needle$");

        assertThat(found(log, needle, LineStyle.READABLE, log.length).matches)
                .extracting(m -> m.substring(m.length() - 11))
                .containsExactly("nee\u001b[1mdle\n", "[m\u001b[mneedle");
    }

    @Test
    void findsAMatchAtEveryPlaceAroundTheEndOfABlock() throws IOException {
        SearchPattern needle = SearchPattern.compile("néedle");
        for (String word : List.of("néedle", "née\u001b[1mdle", "\r\nnéedle\r", "\0néedle")) {
            int length = word.getBytes(UTF_8).length;
            for (int before = 0; before <= length + 1; before++) {
                String filling =
                        ("x".repeat(1023) + "\n").repeat(BLOCK >> 10).substring(before + 2);
                byte[] log = (filling + "a " + word + " and more\nlast néedle").getBytes(UTF_8);
                check(log, needle, log.length);
            }
        }
    }

    @Test
    void aHugeLineCountsAsSeveral() throws IOException {
        byte[] log = ("y".repeat((3 << 20) - 7) + "end\nend\n").getBytes(UTF_8);
        SearchPattern end = SearchPattern.compile("end");

        List<String> matches = found(log, end, LineStyle.RAW, log.length).matches;
        assertThat(matches).hasSize(2);
        assertThat(matches.getFirst()).hasSizeLessThanOrEqualTo(1 << 20).endsWith("yend\n");
    }

    @Test
    void patienceEndsALongLineInItsMiddle() {
        SearchPattern costly = SearchPattern.compile("\\b(.*x){50}y");
        int[] looks = {0};
        Patience patience =
                () -> {
                    if (looks[0]++ > 5) {
                        throw new IllegalStateException("enough");
                    }
                };
        LineSearch search = new LineSearch(costly, LineStyle.RAW, new Kept(), patience);

        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    search.write(("xy".repeat(400_000) + "z").getBytes(UTF_8));
                    search.end();
                })
                .withMessage("enough");
    }
}
