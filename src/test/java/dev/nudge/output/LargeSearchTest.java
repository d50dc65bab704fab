package dev.nudge.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the search in large blocks, which skips to what may match, with a search line by line,
/// which looks at everything.
class LargeSearchTest {
    private static final int BLOCK = 256 << 10;
    private static final List<String> WORDS =
            List.of(
                    "needle",
                    "nee\u001b[31mdle",
                    "needl",
                    "need\b\bedle",
                    "nee\0dle",
                    "über",
                    "NeeDLe",
                    "needle\u017f",
                    "needl\u212a",
                    "NEEDLK",
                    "§",
                    "\u0085",
                    "\u001b[0m",
                    "\r",
                    "\r\n",
                    "\r\n",
                    "\n",
                    "\n",
                    "\n",
                    "\t",
                    "\u007f");

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

    private static LineSearch search(SearchPattern pattern, boolean isRaw, Kept kept) {
        return isRaw
                ? LineSearch.raw(pattern, kept, Patience.ENDLESS)
                : LineSearch.styled(pattern, PlainText::readable, kept, Patience.ENDLESS);
    }

    private static void check(byte[] log, String regex, boolean isRaw, int piece)
            throws IOException {
        SearchPattern pattern = SearchPattern.compile(regex);
        Kept expected = new Kept();
        LineSearch plain = search(pattern, isRaw, expected);
        for (int at = 0; at < log.length; ) {
            int end = ByteScan.lineEnd(log, at, log.length);
            plain.write(log, at, end - at);
            plain.flush();
            at = end;
        }
        plain.end();
        Kept kept = new Kept();
        LineSearch large = search(pattern, isRaw, kept);
        for (int at = 0; at < log.length; at += piece) {
            large.write(log, at, Math.min(piece, log.length - at));
        }
        large.end();

        assertThat(kept.matches).as(regex).isEqualTo(expected.matches);
        assertThat(kept.all.toByteArray()).isEqualTo(log);
    }

    private static byte[] log(Random random, int wordDistance) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        int size = BLOCK + random.nextInt(2 * BLOCK);
        while (log.size() < size) {
            String word =
                    random.nextInt(wordDistance) == 0
                            ? WORDS.get(random.nextInt(WORDS.size()))
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
                "(?i)needles|NEEDLK",
                "a1|b2|c3|d4|e5|needle",
                "ü.*needle",
                "\\156eedle",
                "[A-[:alpha:]|needle"
            })
    void findsInARandomLogWhatASearchLineByLineFinds(String regex) throws IOException {
        Random random = new Random(regex.length());
        for (int i = 0; i < 8; i++) {
            byte[] log = log(random, i % 2 == 0 ? 3 : 40);
            int piece = i < 4 ? log.length : 1 + random.nextInt(100_000);
            check(log, regex, true, piece);
            check(log, regex, false, piece);
        }
    }

    @Test
    void findsAnEscapeSequenceByItsOctalNumber() throws IOException {
        byte[] log = ("a line\n".repeat(BLOCK / 7 + 1) + "\u001b[31mneedle\n").getBytes(UTF_8);
        Kept kept = new Kept();
        LineSearch search = search(SearchPattern.compile("\\033\\[31m"), true, kept);
        search.write(log, 0, log.length);
        search.end();

        assertThat(kept.matches).containsExactly("\u001b[31mneedle\n");
    }

    @Test
    void findsAMatchAtEveryPlaceAroundTheEndOfABlock() throws IOException {
        for (String word : List.of("néedle", "née\u001b[1mdle", "\r\nnéedle\r", "\0néedle")) {
            int length = word.getBytes(UTF_8).length;
            for (int before = 0; before <= length + 1; before++) {
                String filling = "a line\n".repeat(BLOCK / 7 + 1).substring(0, BLOCK - before);
                byte[] log = (filling + word + " and more\nlast néedle").getBytes(UTF_8);
                check(log, "néedle", true, log.length);
                check(log, "néedle", false, log.length);
            }
        }
    }
}
