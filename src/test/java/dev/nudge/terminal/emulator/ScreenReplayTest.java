package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A screen that is drawn again on another terminal.
class ScreenReplayTest {
    private static final String LEAVE = "\u001b[?1049l";

    private final HeadlessTerminal terminal = new HeadlessTerminal(20, 4, 0, answer -> {});
    private final HeadlessTerminal other = new HeadlessTerminal(20, 4, 0, answer -> {});

    private static void feed(HeadlessTerminal terminal, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        terminal.feed(bytes, 0, bytes.length);
    }

    private void draw(boolean isFirst) {
        byte[] bytes = terminal.replay(isFirst);
        other.feed(bytes, 0, bytes.length);
    }

    private void assertSame() {
        assertThat(other.screen(0)).isEqualTo(terminal.screen(0));
        assertThat(other.cursor()).isEqualTo(terminal.cursor());
    }

    /// Without what has been drawn over it.
    @ParameterizedTest
    @ValueSource(
            strings = {"rubbish\r\n\r\n\r\nand more", "\u001b[4;1Hhint\u001b[?1049h\u001b[Habove"})
    void mainScreenShowsAgainWhenAProgramLeavesItsOwn(String shown) {
        feed(terminal, "one\r\ntwo\u001b[31m red\u001b[?1049h\u001b[Habove");
        feed(other, shown);

        draw(false);
        assertSame();
        feed(terminal, LEAVE);
        feed(other, LEAVE);

        assertThat(terminal.text()).isEqualTo("one\ntwo red");
        assertSame();
    }

    @Test
    void lineOfSeveralRowsIsOneLineWhereItIsDrawn() {
        feed(terminal, "https://example.com/a/long\r\n1234567890123456789漢字");
        draw(true);
        assertSame();

        for (int columns : new int[] {15, 45, 20}) {
            terminal.resize(columns, 4);
            other.resize(columns, 4);
            assertSame();
        }
        assertThat(other.text()).contains("https://example.com/a/long\n");
    }

    @Test
    void rowThatIsOnlyFullIsALineOfItsOwn() {
        feed(terminal, "12345678901234567890\r\nnext");
        draw(true);

        other.resize(30, 4);

        assertThat(other.text()).startsWith("12345678901234567890\nnext");
    }

    @Test
    void windowTooNarrowForAWideCharacterIsDrawn() {
        feed(terminal, "ab日c");
        terminal.resize(1, 4);
        other.resize(1, 4);

        draw(true);

        assertThat(other.cursor()).isEqualTo(terminal.cursor());
    }
}
