package dev.nudge.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(KeyNames.read(spelling)).isInstanceOf(KeyReading.Known.class);
    }

    @Test
    void everyListedNameIsRead() {
        for (NamedKey key : NamedKey.values()) {
            assertThat(key.names())
                    .allSatisfy(name -> assertThat(KeyNames.read(name)).isEqualTo(known(key)));
        }
    }

    private static KeyReading known(NamedKey key) {
        return new KeyReading.Known(new KeyPress.Named(key, Modifiers.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "Entr, Enter",
        "C-Lefft, C-Left",
        "PageUpp, PageUp",
        "F55, F5",
        "Escap, Escape",
        "C-1, 1",
        "S-1, 1",
        "Cmd-c, c",
        "Deleet, Delete"
    })
    void anUnknownNameIsAnsweredWithTheNearestOnes(String wrong, String right) {
        assertThat(KeyNames.read(wrong))
                .isInstanceOfSatisfying(
                        KeyReading.Unknown.class,
                        u -> {
                            assertThat(u.nearest().toString()).contains(right);
                            assertThat(u.nearest())
                                    .allSatisfy(n ->
                                            assertThat(KeyNames.read(n))
                                                    .isInstanceOf(KeyReading.Known.class));
                            assertThat(u.message())
                                    .startsWith("No key \"" + wrong + "\": ")
                                    .contains("Did you mean", right);
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "C-", "M-", "--", "xyzzy", "C-M-", "Ctrl"})
    void nonsenseIsUnknownAndNoError(String nonsense) {
        assertThat(KeyNames.read(nonsense))
                .isInstanceOfSatisfying(
                        KeyReading.Unknown.class, u -> assertThat(u.nearest()).isNotEmpty());
    }
}
