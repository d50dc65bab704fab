package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapeScanTest {
    private static byte[] bytes(String text) {
        return text.replace('~', '\u001b').getBytes(US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "~[31mred, 5, 5",
        "~[m, 3, 3",
        "~[1;4m~[0mtwo, 6, 10",
        "~[1m~[x, 4, 7",
        "~[1m~]0;title, 4, 4",
        "~[1m~, 4, 4",
        "~[38;5;196m~[1m~[4m, 11, 19",
        "~[?25l, 6, 6",
        "~[, 0, 0",
        "~[31, 0, 0",
        "~, 0, 0",
        "~]0;t, 0, 0",
        "~(B~[mx, 3, 6",
        "~7x, 2, 2",
        "~#8, 3, 3",
        "~(, 0, 0",
        "~Pq, 0, 0",
        "~_x, 0, 0",
        "~~[1m, 0, 0",
        "red, 0, 0"
    })
    void endsWithItsLastCharacter(String text, int end, int endOfAll) {
        byte[] bytes = bytes(text);

        assertThat(EscapeScan.end(bytes, 0, bytes.length)).isEqualTo(end);
        assertThat(EscapeScan.endOfAll(bytes, 0, bytes.length)).isEqualTo(endOfAll);
    }
}
