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
        "~[31mred, 5",
        "~[m, 3",
        "~[1;4m~[0mtwo, 10",
        "~[1m~[x, 7",
        "~[1m~]0;title, 4",
        "~[1m~, 4",
        "~[38;5;196m~[1m~[4m, 19",
        "~[?25l, 6",
        "~[, 0",
        "~[31, 0",
        "~, 0",
        "~]0;t, 0",
        "~(B~[mx, 6",
        "~=x, 2",
        "~7x, 0",
        "~[1G, 0",
        "~[2K, 0",
        "~[Kx, 3",
        "~[31m~[Ax, 5",
        "~#8, 3",
        "~(, 0",
        "~Pq, 0",
        "~_x, 0",
        "~~[1m, 0",
        "red, 0"
    })
    void endWithTheirLastCharacter(String text, int end) {
        byte[] bytes = bytes(text);

        assertThat(EscapeScan.endOfAll(bytes, 0, bytes.length)).isEqualTo(end);
    }
}
