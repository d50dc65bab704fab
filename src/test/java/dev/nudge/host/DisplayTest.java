package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTest {
    private static String without(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new String(Display.withoutQueries(bytes, bytes.length), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[c",
                "\u001b[0c",
                "\u001b[>c",
                "\u001b[=0c",
                "\u001b[5n",
                "\u001b[6n",
                "\u001b[?6n",
                "\u001b[?2004$p",
                "\u001b[4$p",
                "\u001b[>q",
                "\u001b[>0q",
                "\u001b[?u",
                "\u001b[18t",
                "\u001b[14t",
                "\u001b]10;?\u0007",
                "\u001b]11;?\u001b\\",
                "\u001b]4;7;?\u0007",
                "\u001bP+q544e\u001b\\",
                "\u001bP$qm\u001b\\"
            })
    void queryIsTakenOut(String query) {
        assertThat(without("ä" + query + "b")).isEqualTo("äb");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[31m",
                "\u001b[2J",
                "\u001b[6;1H",
                "\u001b[?25h",
                "\u001b[22;0t",
                "\u001b[6X",
                "\u001b]0;title\u0007",
                "\u001b]11;#fff\u0007",
                "\u001b[6 q",
                "plain text",
                "[6n"
            })
    void everythingElseStays(String text) {
        assertThat(without("ä" + text + "b")).isEqualTo("ä" + text + "b");
    }

    @Test
    void nothingStaysNothing() {
        assertThat(without("")).isEmpty();
    }
}
