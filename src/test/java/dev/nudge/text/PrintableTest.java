package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.text.Printable.EscapingWriter;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void blanksFoldControlsGoAndJoinersAndMarksStayOnlyWhereTheyJoinAndMark() {
        assertThat(Printable.line(" a\n\tb\u0007c\u00a0\u2003d ")).isEqualTo("a bc d");

        String text = "👩‍👩‍👧 ❤️ 👍🏽 1️⃣ e\u0301 می‌خواهم हिन्दी ไทย";
        assertThat(Printable.line(text)).isEqualTo(text);
        assertThat(Printable.line("\u0301a \u0301b ?\u200d# x\u200d 👩\u200d \u200c1"))
                .isEqualTo("a b ?# x 👩 1");
    }

    @Test
    void whatControlsATerminalOrTheDirectionOfWritingIsEscaped() {
        assertThat(
                        Printable.escaped(
                                "a\u001b[31m\r\u0007\u007f\u009b\u202e\u2066\u200b\ufeff\u2028z"))
                .isEqualTo(
                        "a\\u001b[31m\\u000d\\u0007\\u007f\\u009b\\u202e\\u2066\\u200b\\ufeff\\u2028z");
        assertThat(Printable.escaped("\udb40\udc41 \ud800 x"))
                .isEqualTo("\\udb40\\udc41 \\ud800 x");
        String harmless = "ä\t日本\n👩\u200d👩 \ue0b0 می\u200cخواهم";
        assertThat(Printable.escaped(harmless)).isEqualTo(harmless);
    }

    @Test
    void writerEscapesCharactersThatComeInHalves() throws IOException {
        StringWriter out = new StringWriter();
        try (EscapingWriter writer = new EscapingWriter(out)) {
            for (char half : "👩\udb40\udc41\u009b".toCharArray()) {
                writer.write(half);
            }
        }
        assertThat(out).hasToString("👩\\udb40\\udc41\\u009b");
    }

    @Test
    void textIsCutBetweenGraphemesAndAShortenedOneSaysSo() {
        assertThat(Printable.cut("ae\u0301", 2)).isEqualTo("a");
        assertThat(Printable.cut("ae\u0301", 3)).isEqualTo("ae\u0301");
        assertThat(Printable.cut("🇩🇪🇫🇷", 3)).isEqualTo("🇩🇪");
        assertThat(Printable.shorten("make everything", 8)).isEqualTo("make...");
        assertThat(Printable.shorten("make", 4)).isEqualTo("make");
    }

    @Test
    void byteThatIsNotUtf8IsShownInHexadecimal() {
        assertThat(Printable.escaped("caf\udce9 \udc80\ud83d\udca9"))
                .isEqualTo("caf\\xe9 \\x80\ud83d\udca9");
        assertThat(Printable.line(" caf\udce9  x")).isEqualTo("caf\\xe9 x");
        assertThat(Printable.verbatim("caf\udce9  x")).isEqualTo("caf\\xe9  x");
    }
}
