package dev.nudge.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BinarySnifferTest {
    private static boolean accept(BinarySniffer sniffer, String bytes) {
        byte[] array = bytes.getBytes(StandardCharsets.ISO_8859_1);
        return sniffer.accept(array, 0, array.length);
    }

    private static boolean onTerminal(String bytes) {
        return accept(BinarySniffer.ofTerminal(), bytes);
    }

    @Test
    @DisplayName("Rule R42: on a terminal more than a tenth must be NUL")
    void onATerminalMoreThanATenthMustBeNul() {
        assertThat(onTerminal("abcdefghi\0")).isFalse();
        assertThat(onTerminal("abcdefgh\0\0")).isTrue();
        assertThat(onTerminal("")).isFalse();
    }

    @Test
    @DisplayName("Rule R42: escape sequences do not count")
    void escapeSequencesDoNotCount() {
        String escapes = "\u001b[1;31m\u001b]0;a title\u0007\u001b(B\u001bPq#0\u001b\\".repeat(5);
        assertThat(onTerminal(escapes)).isFalse();
        assertThat(onTerminal(escapes + "abcdefgh\0\0")).isTrue();
    }

    @Test
    void highBytesOfBinaryOutputHideNoNul() {
        assertThat(onTerminal("\u009d\u0090\u00ff\0\0\0\0\u0001\u009c\0\0")).isTrue();
        assertThat(onTerminal("\u001bP\0\0\0\0abc")).isTrue();
    }

    @Test
    @DisplayName("Rule R43: on a pipe any NUL is enough")
    void onAPipeAnyNulIsEnough() {
        assertThat(accept(BinarySniffer.ofPipe(), "a".repeat(511) + "\0")).isTrue();
        assertThat(accept(BinarySniffer.ofPipe(), "a".repeat(512) + "\0")).isFalse();
    }

    @Test
    @DisplayName("Rule R42: chunks are judged together")
    void chunksAreJudgedTogether() {
        BinarySniffer sniffer = BinarySniffer.ofTerminal();
        assertThat(accept(sniffer, "abc")).isFalse();
        assertThat(accept(sniffer, "\0\0")).isTrue();
        assertThat(accept(sniffer, "text again")).isTrue();
        assertThat(sniffer.total()).isEqualTo(15);
    }

    @Test
    @DisplayName("Rule R43: output that was text for 4,096 bytes is never judged again")
    void whatWasTextFor4096BytesIsNeverJudgedAgain() {
        BinarySniffer sniffer = BinarySniffer.ofPipe();
        for (int i = 0; i < 41; i++) {
            assertThat(accept(sniffer, "a".repeat(10))).isFalse();
        }
        assertThat(accept(sniffer, "b".repeat(3700))).isFalse();
        assertThat(accept(sniffer, "\0".repeat(100))).isFalse();
        assertThat(sniffer.isBinary()).isFalse();
    }
}
