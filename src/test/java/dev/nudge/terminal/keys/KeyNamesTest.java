package dev.nudge.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchIllegalArgumentException;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyNamesTest {
    @ParameterizedTest
    @CsvSource({
        "enter, Enter", "RETURN, Enter", "esc, Escape", "PgUp, PageUp", "PPage, PageUp",
        "npage, PageDown", "dc, Delete", "del, Delete", "ic, Insert", "bspace, Backspace",
        "Ctrl-C, C-c", "control+c, C-c", "^C, C-c", "Alt+x, M-x", "Meta-x, M-x",
        "C-M-x, M-C-x", "Alt-Ctrl-x, C-M-x", "shift-tab, S-Tab", "c-left, C-Left", "C-SPC, C-Space"
    })
    void otherSpellingsMeanTheSameKey(String spelling, String usual) {
        assertThat(KeyNames.read(spelling)).isEqualTo(KeyNames.read(usual));
    }

    @Test
    void everyListedNameIsRead() {
        KeyNames.KEYS.forEach((name, key) -> assertThat(KeyNames.read(name)).isEqualTo(key));
    }

    @ParameterizedTest
    @CsvSource({
        "Entr, Enter", "C-Lefft, C-Left", "PageUpp, PageUp",
        "F55, F5", "Escap, Escape", "C-1, 1",
        "S-1, 1", "Cmd-c, c", "Deleet, Delete",
        "C-é, é", "C-;, ;", "Super+c, c"
    })
    void anUnknownNameIsAnsweredWithTheNearestOnes(String wrong, String right) {
        String message = message(wrong);
        assertThat(message)
                .startsWith("No key \"" + wrong + "\": ")
                .contains("Did you mean", right);
        assertThat(nearest(message))
                .anySatisfy(name -> assertThat(name).contains(right))
                .allSatisfy(name -> assertThat(KeyNames.read(name)).isNotNull());
    }

    private static String message(String wrong) {
        return Objects.requireNonNull(
                catchIllegalArgumentException(() -> KeyNames.read(wrong)).getMessage());
    }

    private static List<String> nearest(String message) {
        String names = message.replaceFirst(".*Did you mean (.*)\\? Names are .*", "$1");
        return List.of(names.split(", "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "C-", "M-", "--", "xyzzy", "C-M-", "Ctrl"})
    void nonsenseIsUnknown(String nonsense) {
        assertThat(nearest(message(nonsense))).isNotEmpty();
    }
}
