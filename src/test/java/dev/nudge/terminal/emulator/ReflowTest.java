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
        byte[] bytes =
                text.replace("^", "\u001b")
                        .replace(">", "\r\n")
                        .replace('_', ' ')
                        .getBytes(StandardCharsets.UTF_8);
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
    void historyIsReadAtTheNewWidth() {
        feed("abcdefghijklmno\r\n1\r\n2\r\n3\r\n4\r\n5");
        assertThat(terminal.historyLines()).isEqualTo(3);
        terminal.resize(15, 2);
        assertThat(terminal.text()).isEqualTo("abcdefghijklmno\n1\n2\n3\n4\n5");
        assertThat(terminal.screen(100)).containsExactly("abcdefghijklmno", "1");
    }

    /// In the table `^` stands for ESC, `>` for a line end, `_` for a blank. Each step is a size,
    /// or more output; the screen after it and how many lines history has then follow, or nothing.
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "what finds no room comes back     | abcdefghij>12345678>x>y         | 5x4 12345/678/x/y 2, 10x4 abcdefghij/12345678/x/y 0",
                "blank rows below go first         | a>b                             | 10x2 a/b 0, 10x1 b 1",
                "a screen not full takes none back | 1>2>3>4>5^[H^[2J$               | 10x6 $///// 1",
                "a line that began in history      | abcdefghijklmnopqrstuvwxyz>1>2>3 | 13x4 nopqrstuvwxyz/1/2/3 1",
                "wide characters are not cut       | 漢字漢字漢字                        | 5x4 漢字/漢字/漢字/ 0, 12x4 漢字漢字漢字/// 0",
                "half of a wide one, left          | 漢x                             | 1x4, ^[1;1Ha, 10x4 a_x/// 0",
                "half of a wide one, right         | 漢x                             | 1x4, ^[2;1Ha, 10x4 _ax/// 0",
                "alternate screen is not wrapped   | main_text^[?1049h^[Habcdefgh     | 5x3 abcde// 0, ^[?1049l main/text/ 0, 10x3 main_text// 0"
            })
    void resizedScreenShows(String what, String input, String steps) {
        feed(input);
        for (String step : steps.split(", ", -1)) {
            String[] words = step.split(" ", -1);
            if (words[0].matches("\\d+x\\d+")) {
                String[] size = words[0].split("x", -1);
                terminal.resize(Integer.parseInt(size[0]), Integer.parseInt(size[1]));
            } else {
                feed(words[0]);
            }
            if (words.length > 1) {
                assertThat(screen() + " " + terminal.historyLines())
                        .as("%s, %s", what, step)
                        .isEqualTo(words[1].replace('_', ' ') + " " + words[2]);
            }
        }
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
