package dev.nudge.terminal.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.text.Printable;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    plain text                       | plain text
                    one\\ntwo \\r\\n\\n  three\\tfour\\n \\n5 | one/two/three four/5
                    \\e[1;31mred\\e[0m \\e[2Kx       | x
                    \\e]0;a title\\u0007text         | text
                    \\e]8;;http://a\\e\\\\link       | link
                    \\ePq#0;2;0;0;0\\e\\\\after      | after
                    \\e_app\\e\\\\after              | after
                    \\e(Bcharset\\e)0                | charset
                    \\e7saved\\e8\\e=                | saved
                    \\u009b31mred\\u009b0m           | red
                    text\\e[31                       | text
                    text\\e]0;never ends             | text
                    text\\e                          | text
                    text\\ePnever ends               | text
                    \\e[31\\nnext line               | next line
                    \\e]0;torn\\nnext line           | next line
                    10%\\r50%\\r100%\\n              | 100%
                    10%\\r100%\\r\\ndone             | 100%/done
                    10%\\r100%\\r   \\r              | 100%
                    -\\b/\\bok                        | ok
                    N\\bNA\\bA                       | NA
                    \\b\\bstart                      | start
                    bell\\u0007 and nul\\u0000       | bell and nul
                    a\\e[1G\\e[0Kb\\e[1G\\e[0Kdone    | done
                    one\\ntwo\\e[A\\r1\\e[B\\n       | 1/two
                    ls\\u0000-l\\u0000\\u0000       | ls -l
                    a\\u202eb\\u200bc\\ufeffd        | abcd
                    a\\u2066b\\u2069\\u200e          | ab
                    e\\u0301 x                       | e\\u0301 x
                    """)
    void outputBecomesWhatAPersonWouldRead(String output, String text) {
        assertThat(PlainText.lines(unescape(output).getBytes(UTF_8)).replace('\n', '/'))
                .isEqualTo(unescape(text));
    }

    @Test
    void brokenUtf8ShowsAsOneReplacementEachRunAndACharacterThatIsCutNotAtAll() {
        byte[] bytes = {'a', (byte) 0xff, (byte) 0xfe, (byte) 0xc0, 'b', (byte) 0x80, 'c'};

        assertThat(PlainText.lines(bytes)).isEqualTo("a\uFFFDb\uFFFDc");

        byte[] smile = "ok 😀".getBytes(UTF_8);

        for (int missing = 1; missing <= 3; missing++) {
            byte[] cut = Arrays.copyOf(smile, smile.length - missing);
            assertThat(PlainText.lines(cut)).isEqualTo("ok");
        }
    }

    @Test
    void anyBytesGivePrintableLines() {
        Random random = new Random(17);
        Pattern blanks = Pattern.compile("  |^ | $|^$", Pattern.MULTILINE);
        for (int round = 0; round < 20_000; round++) {
            String text = PlainText.lines(randomOutput(random));

            assertThat(text.codePoints()).allMatch(c -> c == '\n' || Printable.isPrintable(c));
            assertThat(text.isEmpty() || !blanks.matcher(text).find()).isTrue();
            assertThat(PlainText.lines(text.getBytes(UTF_8))).isEqualTo(text);
        }
    }

    /// Half random bytes, half the bytes that matter.
    private static byte[] randomOutput(Random random) {
        byte[] special = "\u001b[]P\\;m0?\r\n\b\t \u0007é\u202e😀\u0301".getBytes(UTF_8);
        byte[] bytes = new byte[random.nextInt(400)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            if (random.nextBoolean()) {
                bytes[i] = special[random.nextInt(special.length)];
            }
        }
        return bytes;
    }

    private static String unescape(String text) {
        return Pattern.compile("\\\\u([0-9a-f]{4})")
                .matcher(text.replace("\\e", "\u001b"))
                .replaceAll(hex -> String.valueOf((char) Integer.parseInt(hex.group(1), 16)))
                .translateEscapes();
    }
}
