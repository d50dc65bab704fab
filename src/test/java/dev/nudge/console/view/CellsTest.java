package dev.nudge.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellsTest {
    @Test
    void textIsMeasuredAndCutInCellsAndNotWithinACharacter() {
        assertThat(Cells.width("abc")).isEqualTo(3);
        assertThat(Cells.width("構築")).isEqualTo(4);
        assertThat(Cells.width("🚀")).isEqualTo(2);
        assertThat(Cells.width("e\u0301")).isEqualTo(1);

        assertThat(Cells.shorten("構築する", 8)).isEqualTo("構築する");
        assertThat(Cells.shorten("構築する", 7)).isEqualTo("構築...");
        assertThat(Cells.shorten("構築する", 6)).isEqualTo("構...");
        assertThat(Cells.shorten("plain text", 9)).isEqualTo("plain...");
    }

    @Test
    void cellsArePaddedToTheSameWidth() {
        StringBuilder line = new StringBuilder();
        Cells.pad(line, "構", 4);
        Cells.pad(line, "abcd", 4);

        assertThat(line).hasToString("構  abcd");
    }
}
