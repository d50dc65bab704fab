package dev.nudge.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyPressTest {
    /// The others are compared with those of tmux, by TmuxKeysIT. Shift is ignored for keys that
    /// send one byte, except for Tab. Ctrl goes with the symbols for which ASCII has a control
    /// character.
    @ParameterizedTest
    @CsvSource({
        "Up, ESC [A", "Escape, ESC", "Backspace, 7f", "Delete, ESC [3~",
        "Home, ESC [H", "End, ESC [F", "S-Enter, 0d", "S-Escape, ESC",
        "S-Backspace, 7f", "S-Space, 20", "S-Tab, ESC [Z", "shift+tab, ESC [Z",
        "BackTab, ESC [Z", "🙂, f09f9982", "-, 2d", "+, 2b",
        "^, 5e", "F13, ESC [1;2P", "F17, ESC [15;2~", "Insert, ESC [2~",
        "M-Escape, 1b1b", "M--, ESC -", "S-a, 41", "C-Home, ESC [1;5H",
        "C-End, ESC [1;5F", "C-Insert, ESC [2;5~", "C-F13, ESC [1;6P", "C-M-S-F12, ESC [24;8~",
        "C-Tab, 09", "C-Space, 00", "C-Backspace, 08", "C-Enter, 0d",
        "C-Escape, ESC", "ctrl+z, 1a", "^A, 01", "C-Z, 1a",
        "a, 61", "é, c3a9", "C-c, 03", "M-b, ESC b",
        "Enter, 0d", "Tab, 09", "PageUp, ESC [5~", "F5, ESC [15~"
    })
    void keysHaveTheCodesOfXterm(String name, String expected) {
        assertThat(sent(name, false)).isEqualTo(hex(expected));
    }

    @ParameterizedTest
    @CsvSource({"Home, ESC OH", "End, ESC OF", "Up, ESC OA", "C-Up, ESC [1;5A", "Enter, 0d"})
    void applicationCursorModeIsHonoured(String name, String expected) {
        assertThat(sent(name, true)).isEqualTo(hex(expected));
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
