package dev.nudge.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.text.LineStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the search in large blocks, which skips to what may match, with a look at the text of
/// every line.
class LargeSearchTest {
    private static final int BLOCK = 256 << 10;
    private static final List<String> WORDS =
            List.of(
                    "needle",
                    "nee\u001b[31mdle",
                    "\u001b[1mneed\u001b[m\u001b[38;5;196ml\u001b[Ke\u001b[0m",
                    "\u001b]0;needle\u0007",
                    "\u001b]0;nee\u001b[31mdle",
                    "nee\u001b\u001b[31mdle",
                    "need\u001b[1",
                    "\u001b[1;\r\nneedle",
                    "\u009b1mneedle",
                    "needl",
                    "need\b\bedle",
                    "nee\0dle",
                    "nee\u0007dle",
                    "nee\u001b[m\u0007dle",
                    "nee\u0007\u001b[mdle",
                    "nee\r\u000bdle",
                    "nee\r  \fdle",
                    "nee\r\u0085dle",
                    "needle 1%\rneedle 2%",
                    "an old needle\rnew",
                    "old\r\u001b[31mneedle",
                    "needle\r \u001b[m ",
                    "nee\rdle",
                    "n\u001b[1meedle\u001b[m;x",
                    "needle\u001b]0;x\u0007;x",
                    "needle;x",
                    "über",
                    "NeeDLe",
                    "needle\u017f",
                    "needl\u212a",
                    "NEEDLK",
                    "§",
                    "\u0085",
                    "\u001b[0m",
                    "\u001b(B",
                    "nee\u001b(B\u001b[mdle",
                    "nee\u001b7dle",
                    "nee\u001bPdle\u001b\\",
                    "nee\u001b]8;;x\u001b\\dle",
                    "nee\u001b[1m\u001b]8;;x\u001b\\dle",
                    "n\u001bX\u001b\\\u001b[meed\u001b[\u001b[mle",
                    "\n\u001b[1m   \n",
                    "\n   \r\n",
                    "\r",
                    "\r\n",
                    "\r\n",
                    "\n",
                    "\n",
                    "\n",
                    "\t",
                    "\u007f");

    /// All, those without control characters, and those with no others than escapes.
    private static final List<List<String>> KINDS =
            List.of(WORDS, without("[^\\P{Cntrl}\\n\\t]"), without("[^\\P{Cntrl}\\n\\t\u001b]"));

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

    private static LineSearch search(SearchPattern pattern, LineStyle style, Kept kept) {
        return new LineSearch(pattern, style, kept, Patience.ENDLESS);
    }

    private static void check(byte[] log, String regex, LineStyle style, int piece)
            throws IOException {
        SearchPattern pattern = SearchPattern.compile(regex);
        List<String> expected = new ArrayList<>();
        for (int at = 0; at < log.length; ) {
            int end = ByteScan.lineEnd(log, at, log.length);
            String text = new String(log, at, end - at, UTF_8).replaceFirst("\r?\n$", "");
            if (pattern.isIn(style.text(text))) {
                expected.add(new String(log, at, end - at, ISO_8859_1));
            }
            at = end;
        }
        Kept kept = new Kept();
        LineSearch large = search(pattern, style, kept);
        for (int at = 0; at < log.length; at += piece) {
            large.write(log, at, Math.min(piece, log.length - at));
        }
        large.end();

        assertThat(kept.matches).as(regex).isEqualTo(expected);
        assertThat(kept.all.toByteArray()).isEqualTo(log);
    }

    private static byte[] log(Random random, int wordDistance, List<String> words) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        int size = BLOCK + random.nextInt(2 * BLOCK);
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
                "needle",
                "^needle",
                "needle|über",
                "needle$",
                "ne.*dle",
                "(?i)needle",
                "(?i)needle;x",
                "(?i)needles|NEEDLK",
                "a1|b2|c3|d4|e5|needle",
                "ü.*needle",
                "  ",
                "31m",
                "needle[^x]",
                "need(le|el)",
                "\\bneedle",
                "^.{3}dle",
                "   $",
                "(?i)ask|KISS needle",
                "\\156eedle",
                "nee\\x00dle",
                "[A-[:alpha:]|needle"
            })
    void findsInARandomLogWhatASearchLineByLineFinds(String regex) throws IOException {
        Random random = new Random(regex.length());
        for (int i = 0; i < 6; i++) {
            byte[] log = log(random, i % 2 == 0 ? 3 : 40, KINDS.get(i % 3));
            int piece = i < 3 ? log.length : 1 + random.nextInt(100_000);
            check(log, regex, LineStyle.RAW, piece);
            check(log, regex, LineStyle.READABLE, piece);
        }
    }

    @Test
    void aSequenceInsideACharacterLeavesNoCharacter() throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        log.writeBytes("a line\n".repeat(BLOCK / 7 + 1).getBytes(UTF_8));
        log.writeBytes(new byte[] {'n', (byte) 0xc3, 0x1b, '[', 'm', (byte) 0xa9, 'e', '\n'});
        log.writeBytes("né\u001b[me\n".getBytes(UTF_8));
        for (String regex : List.of("née", "n.e", "n..e", "e$")) {
            check(log.toByteArray(), regex, LineStyle.READABLE, log.size());
        }
    }

    @Test
    void findsAnEscapeSequenceByItsOctalNumber() throws IOException {
        byte[] log = ("a line\n".repeat(BLOCK / 7 + 1) + "\u001b[31mneedle\n").getBytes(UTF_8);
        Kept kept = new Kept();
        LineSearch search = search(SearchPattern.compile("\\033\\[31m"), LineStyle.RAW, kept);
        search.write(log, 0, log.length);
        search.end();

        assertThat(kept.matches).containsExactly("\u001b[31mneedle\n");
    }

    @Test
    void findsInLongColouredLines() throws IOException {
        String coloured = "\u001b[31mred\u001b[m ".repeat(50_000); // twice as long as a block
        String empty = "\u001b[m".repeat(100_000);
        String log =
                coloured
                        + "nee\u001b[1mdle\n"
                        + coloured
                        + "\n"
                        + empty
                        + "\n"
                        + coloured
                        + "\u001b[1"
                        + empty
                        + "needle";
        byte[] bytes = log.getBytes(UTF_8);
        Kept kept = new Kept();
        LineSearch search = search(SearchPattern.compile("needle$"), LineStyle.READABLE, kept);
        search.write(bytes, 0, bytes.length);
        search.end();

        assertThat(kept.matches)
                .extracting(m -> m.substring(m.length() - 11))
                .containsExactly("nee\u001b[1mdle\n", "[m\u001b[mneedle");
        assertThat(kept.all.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void findsAMatchAtEveryPlaceAroundTheEndOfABlock() throws IOException {
        for (String word : List.of("néedle", "née\u001b[1mdle", "\r\nnéedle\r", "\0néedle")) {
            int length = word.getBytes(UTF_8).length;
            for (int before = 0; before <= length + 1; before++) {
                String filling = "a line\n".repeat(BLOCK / 7 + 1).substring(0, BLOCK - before);
                byte[] log = (filling + word + " and more\nlast néedle").getBytes(UTF_8);
                check(log, "néedle", LineStyle.RAW, log.length);
                check(log, "néedle", LineStyle.READABLE, log.length);
            }
        }
    }
}
