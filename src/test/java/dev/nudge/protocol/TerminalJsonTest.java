package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

/// Both sides of a terminal's socket mean the same, though one reads with data binding and the
/// other without.
class TerminalJsonTest {
    private static final byte[] BYTES = {0, -1, 27, '[', 'A', '\n'};

    private static final List<String> ROWS = List.of("a", "", "漢😀");

    static Stream<TerminalRequest> requests() {
        return Stream.of(
                new TerminalRequest.Type("ä \"x\"\n\\ 漢", List.of("Enter", "C-c")),
                new TerminalRequest.Type("", List.of()),
                new TerminalRequest.Raw(BYTES),
                new TerminalRequest.Resize(80, 24),
                new TerminalRequest.Show(2000, 0),
                new TerminalRequest.Show(0, 40),
                new TerminalRequest.Attach(),
                new TerminalRequest.Attach(true, false, ""),
                new TerminalRequest.Attach(false, true, "[a \"hint\"]"));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void requestIsReadAsItWasWritten(TerminalRequest request) {
        assertThat(TerminalJson.read(Wire.write(request)))
                .usingRecursiveComparison()
                .isEqualTo(request);
    }

    static Stream<TerminalResponse> responses() {
        return Stream.of(
                new TerminalResponse.Done(),
                new TerminalResponse.Failure("no \"such\" key\u0007"),
                new TerminalResponse.Output(BYTES),
                new TerminalResponse.Resized(132, 43),
                new TerminalResponse.Shown(
                        80, 24, ROWS, "all\ntext", 1, 2, "vim", true, 1L << 40, 40));
    }

    @ParameterizedTest
    @MethodSource("responses")
    void responseIsReadAsItWasWrittenAndHasTheNamesOfDataBinding(TerminalResponse response) {
        assertThat(Wire.read(TerminalJson.write(response), TerminalResponse.class))
                .usingRecursiveComparison()
                .isEqualTo(response);
        assertThat(TerminalJson.write(response)).isEqualTo(Wire.write(response));
    }

    @Test
    void unknownNamesAreIgnored() {
        String line =
                "{\"new\":{\"a\":[1]},\"type\":\"show\",\"more\":[{}],\"lines\":3,\"x\":null}";

        assertThat(TerminalJson.read(line)).isEqualTo(new TerminalRequest.Show(3, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{\"type\":\"dance\"}",
                "{\"type\":\"show\"}",
                "{\"type\":\"show\",\"lines\":\"many\"}",
                "{\"type\":\"raw\",\"bytes\":\"*\"}",
                "{",
                "{\"type\"",
                "show"
            })
    void whatIsNoRequestIsRefused(String line) {
        assertThatThrownBy(() -> TerminalJson.read(line))
                .isInstanceOfAny(IllegalArgumentException.class, JacksonException.class);
    }
}
