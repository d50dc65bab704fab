package dev.nudge.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyPressTest {
    /// Shift is ignored for keys that send one byte, except for Tab. Ctrl goes with the symbols for
    /// which ASCII has a control character.
    @ParameterizedTest
    @CsvSource({
        "Up, ESC [A", "Down, ESC [B", "Right, ESC [C", "Left, ESC [D",
        "Escape, ESC", "Tab, 09", "Backspace, 7f", "Delete, ESC [3~",
        "Home, ESC [H", "End, ESC [F", "PageUp, ESC [5~", "PageDown, ESC [6~",
        "Enter, 0d", "S-Enter, 0d", "S-Escape, ESC", "S-Backspace, 7f",
        "S-Space, 20", "S-Tab, ESC [Z", "BTab, ESC [Z", "shift+tab, ESC [Z",
        "BackTab, ESC [Z", "a, 61", "A, 41", "Space, 20",
        "é, c3a9", "한, ed959c", "🙂, f09f9982", "-, 2d",
        "+, 2b", "^, 5e", "F1, ESC OP", "F4, ESC OS",
        "F5, ESC [15~", "F12, ESC [24~", "F13, ESC [1;2P", "F17, ESC [15;2~",
        "Insert, ESC [2~", "M-b, ESC b", "M-B, ESC B", "M-é, 1bc3a9",
        "M-Enter, 1b0d", "M-BSpace, 1b7f", "M-Escape, 1b1b", "M--, ESC -",
        "S-a, 41", "C-@, 00", "C-[, 1b", "C-\\, 1c",
        "C-], 1d", "C-^, 1e", "C-_, 1f", "C-/, 1f",
        "C-?, 7f", "C-Up, ESC [1;5A", "C-Down, ESC [1;5B", "C-Left, ESC [1;5D",
        "C-Right, ESC [1;5C", "C-Home, ESC [1;5H", "C-End, ESC [1;5F", "C-Delete, ESC [3;5~",
        "C-PageUp, ESC [5;5~", "C-PageDown, ESC [6;5~", "C-Insert, ESC [2;5~", "C-F1, ESC [1;5P",
        "C-F5, ESC [15;5~", "S-Up, ESC [1;2A", "M-Up, ESC [1;3A", "M-S-Up, ESC [1;4A",
        "C-S-Up, ESC [1;6A", "M-C-Left, ESC [1;7D", "C-M-S-F12, ESC [24;8~", "C-F13, ESC [1;6P",
        "C-Tab, 09", "C-Space, 00", "C-Backspace, 08", "C-Enter, 0d",
        "C-Escape, ESC"
    })
    void keysHaveTheCodesOfXterm(String name, String expected) {
        assertThat(sent(name)).isEqualTo(hex(expected));
    }

    @Test
    void controlLettersAreOneByte() {
        for (int letter = 'a'; letter <= 'z'; letter++) {
            String name = Character.toString(letter);
            String expected = "%02x".formatted(letter - 'a' + 1);
            assertThat(sent("C-" + name)).as(name).isEqualTo(expected);
            assertThat(sent("C-" + name.toUpperCase(Locale.ROOT))).isEqualTo(expected);
            assertThat(sent("ctrl+" + name)).isEqualTo(expected);
            assertThat(sent("^" + name)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Up, ESC OA", "Down, ESC OB", "Right, ESC OC", "Left, ESC OD", "Home, ESC OH",
        "End, ESC OF", "C-Up, ESC [1;5A", "PageUp, ESC [5~", "F1, ESC OP", "Enter, 0d"
    })
    void applicationCursorModeIsHonoured(String name, String expected) {
        assertThat(sent(name, true)).isEqualTo(hex(expected));
    }

    private static String sent(String name) {
        return sent(name, false);
    }

    private static String sent(String name, boolean applicationCursor) {
        return HexFormat.of().formatHex(KeyNames.read(name).bytes(applicationCursor));
    }

    /// Reads `ESC [A` as well as `1b5b41`.
    private static String hex(String expected) {
        if (!expected.startsWith("ESC")) {
            return expected;
        }
        String text = "\u001b" + expected.substring("ESC".length()).stripLeading();
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
