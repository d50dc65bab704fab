package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the parser finds in a stream. In the tables `^` stands for ESC; bytes below 0x20 are
/// written as `{07}`, other raw bytes as `{ff}`.
class ParserTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "abc                  | 'abc'",
                "a{0d}{0a}b           | 'a' {0d} {0a} 'b'",
                "a{7f}b               | 'a' 'b'",
                "aüb                  | 'a' 'ü' 'b'",
                "^[A                  | CSI A",
                "^[1;2H               | CSI 1;2 H",
                "^[;5H                | CSI 0;5 H",
                "^[?25h               | CSI ? 25 h",
                "^[!p                 | CSI ! p",
                "^[?2004$p            | CSI ? 2004 $ p",
                "^[38:2::1:2:3;4m     | CSI 38:2:0:1:2:3;4 m",
                "^[99999999m          | CSI 65535 m",
                "{c2}{9b}3A           | CSI 3 A",
                "{9b}3A               | '\ufffd' '3A'",
                "^[1{0a}2A            | {0a} CSI 12 A",
                "^[1^[2A              | CSI 2 A",
                "^[1{18}A             | 'A'",
                "^[1{1a}A             | 'A'",
                "^[1?A                | ``",
                "^[1$2A               | ``",
                "^[1$!p               | CSI 1 \u0001 p",
                "^[?①x                | 'x'",
                "^7^8^=^>             | ESC 7 ESC 8 ESC = ESC >",
                "^(0^)B^#8            | ESC ( 0 ESC ) B ESC # 8",
                "^{0a}7               | {0a} ESC 7",
                "^^7                  | ESC 7",
                "^]2;title{07}x       | OSC 2;title 'x'",
                "^]2;title^\\x        | OSC 2;title ESC \\ 'x'",
                "^]2;ti“t”le{07}x     | OSC 2;ti“t”le 'x'",
                "^]2;a{c2}{9c}x       | OSC 2;a 'x'",
                "^]2;a{18}x           | 'x'",
                "^]8;;http://a/{07}x  | OSC 8;;http://a/ 'x'",
                "^P1$r0m^\\x          | ESC \\ 'x'",
                "^Xa{07}b^\\x         | ESC \\ 'x'",
                "{c2}{85}             | {85}",
                "{e2}{82}x            | '\ufffd' 'x'",
                "{f0}{9f}{98}{e2}{82}{ac} | '\ufffd' '€'",
                "{c0}{af}             | '\ufffd' '\ufffd'",
                "{ed}{a0}{80}         | '\ufffd' '\ufffd' '\ufffd'",
                "{f4}{90}             | '\ufffd' '\ufffd'",
                "{e2}^[A              | '\ufffd' CSI A"
            })
    void finds(String stream, String events) {
        byte[] bytes = bytes(stream);
        assertThat(String.join(" ", parse(bytes, bytes.length))).isEqualTo(events);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "7"})
    void findsTheSameInChunksOfAnySize(int chunk) {
        String stream = "a^[1;38:5:7mü漢{f0}{9f}{98}{80}{ff}^]0;t^\\^(0q{0e}^P1q#^\\^[?1049hx";
        byte[] bytes = bytes(stream);
        assertThat(parse(bytes, chunk)).isEqualTo(parse(bytes, bytes.length));
    }

    private static List<String> parse(byte[] bytes, int chunk) {
        Events events = new Events();
        Parser parser = new Parser(events);
        for (int i = 0; i < bytes.length; i += chunk) {
            parser.feed(bytes, i, Math.min(bytes.length, i + chunk));
        }
        return events.found;
    }

    private static byte[] bytes(String stream) {
        StringBuilder latin = new StringBuilder();
        String text = stream.replace('^', '\u001b');
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '{') {
                latin.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 3;
            } else {
                byte[] utf8 = text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8);
                latin.append(new String(utf8, StandardCharsets.ISO_8859_1));
            }
        }
        return latin.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final class Events implements Parser.Sink {
        private final List<String> found = new ArrayList<>();

        @Override
        public void printAscii(byte[] bytes, int from, int to) {
            found.add("'" + new String(bytes, from, to - from, StandardCharsets.US_ASCII) + "'");
        }

        @Override
        public void print(int codePoint) {
            found.add("'" + Character.toString(codePoint) + "'");
        }

        @Override
        public void execute(int control) {
            found.add("{%02x}".formatted(control));
        }

        @Override
        public void escape(int intermediate, int last) {
            found.add("ESC " + word(intermediate) + (char) last);
        }

        @Override
        public void control(ControlSequence sequence) {
            StringBuilder text = new StringBuilder("CSI ").append(word(sequence.prefix));
            for (int i = 0; i < sequence.count(); i++) {
                text.append(i == 0 ? "" : sequence.isSub(i) ? ":" : ";").append(sequence.value(i));
            }
            text.append(sequence.count() > 0 ? " " : "").append(word(sequence.intermediate));
            found.add(text.append((char) sequence.last).toString());
        }

        @Override
        public void command(String text) {
            found.add("OSC " + text);
        }

        private static String word(int character) {
            return character == 0 ? "" : (char) character + " ";
        }
    }
}
