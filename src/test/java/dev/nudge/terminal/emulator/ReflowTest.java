package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReflowTest {
    private final HeadlessTerminal terminal = new HeadlessTerminal(10, 4);

    private void feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        terminal.feed(bytes, 0, bytes.length);
    }

    private String screen() {
        return String.join("/", terminal.screen(0));
    }

    @Test
    void narrowerWrapsAndWiderJoins() {
        feed("abcdefgh\r\nx");
        terminal.resize(5, 4);
        assertThat(screen()).isEqualTo("abcde/fgh/x/");
        assertThat(terminal.cursor()).isEqualTo(new HeadlessTerminal.CursorPosition(2, 1));
        terminal.resize(12, 4);
        assertThat(screen()).isEqualTo("abcdefgh/x//");
        assertThat(terminal.cursor()).isEqualTo(new HeadlessTerminal.CursorPosition(1, 1));
    }

    @Test
    void whatFindsNoRoomGoesToHistoryAndComesBack() {
        feed("abcdefghij\r\n12345678\r\nx\r\ny");
        terminal.resize(5, 4);
        assertThat(screen()).isEqualTo("12345/678/x/y");
        assertThat(terminal.historyLines()).isEqualTo(2);
        terminal.resize(10, 4);
        assertThat(screen()).isEqualTo("abcdefghij/12345678/x/y");
        assertThat(terminal.historyLines()).isZero();
    }

    @Test
    void blankRowsBelowTheCursorGoFirst() {
        feed("a\r\nb");
        terminal.resize(10, 2);
        assertThat(screen()).isEqualTo("a/b");
        assertThat(terminal.historyLines()).isZero();
        terminal.resize(10, 1);
        assertThat(screen()).isEqualTo("b");
        assertThat(terminal.historyLines()).isEqualTo(1);
    }

    @Test
    void aScreenThatWasNotFullTakesNothingBack() {
        feed("1\r\n2\r\n3\r\n4\r\n5\u001b[H\u001b[2J$ ");
        terminal.resize(10, 6);
        assertThat(screen()).isEqualTo("$/////");
        assertThat(terminal.historyLines()).isEqualTo(1);
    }

    @Test
    void historyIsReadAtTheNewWidth() {
        feed("abcdefghijklmno\r\n1\r\n2\r\n3\r\n4\r\n5");
        assertThat(terminal.historyLines()).isEqualTo(3);
        terminal.resize(15, 2);
        assertThat(terminal.text()).isEqualTo("abcdefghijklmno\n1\n2\n3\n4\n5");
        assertThat(terminal.screen(100)).containsExactly("abcdefghijklmno", "1");
    }

    @Test
    void aLineThatBeganInHistoryIsWrappedWhole() {
        feed("abcdefghijklmnopqrstuvwxyz\r\n1\r\n2\r\n3");
        assertThat(screen()).isEqualTo("uvwxyz/1/2/3");
        terminal.resize(13, 4);
        assertThat(screen()).isEqualTo("nopqrstuvwxyz/1/2/3");
        assertThat(terminal.text()).isEqualTo("abcdefghijklmnopqrstuvwxyz\n1\n2\n3");
    }

    @Test
    void wideCharactersAreNotCutAndLeaveNoGap() {
        feed("漢字漢字漢字");
        terminal.resize(5, 4);
        assertThat(screen()).isEqualTo("漢字/漢字/漢字/");
        terminal.resize(12, 4);
        assertThat(screen()).isEqualTo("漢字漢字漢字///");
    }

    @ParameterizedTest
    @CsvSource({"1, 'a x'", "2, ' ax'"})
    void halfOfAWideCharacterWhoseOtherHalfIsOverwrittenBecomesABlank(int row, String line) {
        feed("漢x");
        terminal.resize(1, 4);
        feed("\u001b[" + row + ";1Ha");
        terminal.resize(10, 4);
        assertThat(screen()).isEqualTo(line + "///");
    }

    @Test
    void alternateScreenIsNotWrapped() {
        feed("main text\u001b[?1049h\u001b[Habcdefgh");
        terminal.resize(5, 3);
        assertThat(screen()).isEqualTo("abcde//");
        feed("\u001b[?1049l");
        assertThat(screen()).isEqualTo("main/text/");
        terminal.resize(10, 3);
        assertThat(screen()).isEqualTo("main text//");
    }

    @Test
    void textSurvivesAnySizes() {
        Random random = new Random(17);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append(i).append("x漢e\u0301".repeat(random.nextInt(12))).append("\r\n");
        }
        feed(text.toString());
        String expected = text.toString().replace("\r", "").stripTrailing();
        for (int i = 0; i < 200; i++) {
            terminal.resize(2 + random.nextInt(60), 1 + random.nextInt(30));
            assertThat(terminal.text()).as("resize " + i).isEqualTo(expected);
        }
    }
}
