package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a program writes, the terminal survives: binary output, broken and extreme sequences,
/// any window size in between.
class RandomOutputTest {
    private static final String[] PIECES = {
        "\u001b[", "\u001b]", "\u001bP", "\u001b", "\u001b\\", "\u0007", "?", ";", ":", "0", "1",
                "7",
        "24", "9999", "\r", "\n", "\t", "\b", "漢", "e\u0301", "👩\u200d👩", "plain text ", "漢字漢字",
                "\u001b[?1049h",
        "\u001b[?1049l", "\u001b[4h", "\u001b[?7l", "\u001b[?7h", "\u001b[2;3r", "\u001b[?6h",
                "\u001b(0", "\u001b(B",
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void nothingBreaksTheTerminal(long seed) {
        Random random = new Random(seed);
        HeadlessTerminal terminal = new HeadlessTerminal(20, 6, 50, answer -> {});
        for (int i = 0; i < 20_000; i++) {
            feed(terminal, piece(random));
            if (random.nextInt(50) == 0) {
                terminal.resize(1 + random.nextInt(40), 1 + random.nextInt(12));
            }
            if (random.nextInt(50) == 0) {
                look(terminal);
            }
        }
        feed(terminal, "\u001b\\\u001bc\u001b[3Jalive".getBytes(StandardCharsets.UTF_8));
        terminal.resize(20, 6);
        assertThat(terminal.text()).isEqualTo("alive");
    }

    private static void feed(HeadlessTerminal terminal, byte[] bytes) {
        terminal.feed(bytes, 0, bytes.length);
    }

    private static void look(HeadlessTerminal terminal) {
        int rows = terminal.rows();
        int columns = terminal.columns();
        assertThat(terminal.screen(0)).hasSize(rows);
        assertThat(terminal.screen(7)).hasSize(rows);
        assertThat(terminal.cursor().row()).isBetween(0, rows - 1);
        assertThat(terminal.cursor().column()).isBetween(0, columns - 1);
        assertThat(terminal.historyLines()).isBetween(0, 50);
        assertThat(terminal.text()).doesNotContain("\0");
        assertThat(terminal.textBeforeCursor()).doesNotContain("\0");
        if (columns > 1) {
            replay(terminal);
        }
    }

    /// With one column a wide character that was there before cannot be drawn again.
    private static void replay(HeadlessTerminal terminal) {
        HeadlessTerminal other =
                new HeadlessTerminal(terminal.columns(), terminal.rows(), 0, answer -> {});
        feed(other, terminal.replay(true));
        assertSame(other, terminal);
        feed(
                other,
                "\u001b[7mrubbish\u001b[H\u001b[2J#\u001b[9;9H#\u001b#8"
                        .getBytes(StandardCharsets.UTF_8));
        feed(other, terminal.replay(false));
        assertSame(other, terminal);
    }

    private static void assertSame(HeadlessTerminal other, HeadlessTerminal terminal) {
        assertThat(other.screen(0)).isEqualTo(terminal.screen(0));
        assertThat(other.cursor()).isEqualTo(terminal.cursor());
    }

    private static byte[] piece(Random random) {
        if (random.nextInt(4) == 0) {
            byte[] bytes = new byte[1 + random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        }
        if (random.nextInt(3) == 0) {
            char last = (char) ('@' + random.nextInt(63));
            return "\u001b[%d;%d%c"
                    .formatted(random.nextInt(30), random.nextInt(50), last)
                    .getBytes(StandardCharsets.UTF_8);
        }
        return PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8);
    }
}
