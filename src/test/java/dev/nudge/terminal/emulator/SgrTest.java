package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

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
                "48;2;255;255;255;1 | bg=#ffffff bold",
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
}
