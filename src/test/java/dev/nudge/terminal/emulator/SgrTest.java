package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.terminal.grid.Style;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SgrTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1;4;31            | fg=1 bold underline",
                "1;2;22            | ''",
                "2;3;5;8;9         | dim italic blink hidden struck",
                "3;4;5;7;8;9;0     | ''",
                "3;4;5;7;8;9;23;24;25;27;28;29 | ''",
                "7;1;              | ''",
                "''                | ''",
                "91;107            | fg=9 bg=15",
                "38;5;200;48;5;17  | fg=200 bg=17",
                "38;2;1;2;255      | fg=#0102ff",
                "38:2::1:2:255     | fg=#0102ff",
                "38:2:0:1:2:255    | fg=#0102ff",
                "38:2:1:2:255      | fg=#0102ff",
                "48:5:99;1         | bg=99 bold",
                "31;58;2;1;2;3;1   | fg=1 bold",
                "31;58:2::1:2:3;1  | fg=1 bold",
                "58;5;7;3          | italic",
                "4:3               | underline",
                "4;4:0             | ''",
                "21                | underline",
                "31;39;41;49       | ''",
                "38;5;1;39;1       | bold",
                "38                | ''",
                "38;7;1            | bold inverse"
            })
    void selects(String parameters, String look) {
        TerminalState state = new TerminalState(10, 2, 0);
        byte[] bytes = ("\u001b[" + parameters + "mX").getBytes(StandardCharsets.US_ASCII);
        new Parser(new Emulator(state)).feed(bytes, 0, bytes.length);
        assertThat(SeenScreen.of(state).rows().getFirst())
                .containsExactly(("X " + look).stripTrailing());
    }

    @ParameterizedTest
    @CsvSource({"K", "2K", "J", "2J", "10X", "10@", "10P", "L", "M", "S", "T"})
    void whatIsErasedOrComesInHasTheBackgroundAndNothingElse(String control) {
        TerminalState state = new TerminalState(10, 1, 0);
        byte[] bytes = ("\u001b[1;4;31;44m\u001b[" + control).getBytes(StandardCharsets.US_ASCII);
        new Parser(new Emulator(state)).feed(bytes, 0, bytes.length);
        assertThat(SeenScreen.of(state).rows().getFirst()).hasSize(10).containsOnly("  bg=4");
    }

    @ParameterizedTest
    @CsvSource({"-1", "0", "7", "255", "16777216", "33554431", "16909060"})
    void styleKeepsEveryColour(int colour) {
        long style = Style.withForeground(Style.BOLD, colour);
        assertThat(Style.foreground(style)).isEqualTo(colour);
        assertThat(Style.background(style)).isEqualTo(Style.DEFAULT_COLOUR);
        style = Style.withBackground(style, colour);
        assertThat(Style.background(Style.ofErased(style))).isEqualTo(colour);
        assertThat(Style.foreground(Style.ofErased(style))).isEqualTo(Style.DEFAULT_COLOUR);
        assertThat(Style.has(style, Style.BOLD)).isTrue();
    }
}
