package dev.nudge.terminal.grid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharacterWidthTest {
    @ParameterizedTest(name = "{0} takes {1}")
    @CsvSource({
        "a, 1", "ü, 1", "─, 1", "漢, 2", "か, 2", "한, 2", "Ａ, 2",
        "ｱ, 1", "😀, 2", "⚡, 2", "✔, 1", "❤, 1", "🇩, 1", "🫩, 2",
        "\u0301, 0", "\u200b, 0", "\u200d, 0", "\ufe0f, 0", "\u20e3, 0", "\u1161, 0", "\u1100, 2",
        "\u00ad, 1", "\u0600, 1", "ो, 1", "ก, 1", "ั, 0", "䷀, 1"
    })
    void countsColumns(String character, int columns) {
        assertThat(CharacterWidth.of(character.codePointAt(0))).isEqualTo(columns);
    }
}
