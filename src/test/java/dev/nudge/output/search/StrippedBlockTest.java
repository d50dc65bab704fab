package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrippedBlockTest {
    private static final String SEQUENCE = "\u001b\\[[ -?]*[@-~]";
    private static final String[] WORDS = {
        "\u001b[31m", "\u001b[m", "\u001b[38;5;196m", "\u001b[?25l", "\u001b[1", "\u001b", "a", "b"
    };

    private final StrippedBlock stripped = new StrippedBlock();

    private void strip(byte[] block) {
        stripped.begin(block.length);
        for (int at = 0; at < block.length; ) {
            at = block[at] == 0x1b ? stripped.cut(block, at, block.length) : at + 1;
        }
        stripped.take(block, block.length);
    }

    private String text() {
        return new String(stripped.bytes(), 0, stripped.length(), US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "e[31mred, red",
        "one e[1;4mtwoe[0m, one two",
        "e[m, ''",
        "e[, e[",
        "ae, ae",
        "e[31, e[31",
        "e]0;te[1m, e]0;t",
        "ee[1mx, ex",
        "e[1e[2mx, e[1x"
    })
    void onlyWholeControlSequencesAreLeftOut(String block, String expected) {
        strip(block.replaceAll("e(?=[\\[\\]e]|$)", "\u001b").getBytes(US_ASCII));

        assertThat(text().replace('\u001b', 'e')).isEqualTo(expected);
    }

    @Test
    void everyByteThatRemainsIsFoundWhereItWas() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(3_000), 0, WORDS.length).forEach(w -> text.append(WORDS[w]));
            byte[] block = text.toString().getBytes(US_ASCII);
            strip(block);

            assertThat(text()).isEqualTo(text.toString().replaceAll(SEQUENCE, ""));
            for (int at = 0; at < stripped.length(); at += 1 + random.nextInt(40)) {
                int original = stripped.original(at);
                assertThat(block[original]).isEqualTo(stripped.bytes()[at]);
                assertThat(stripped.index(original)).isEqualTo(at);
            }
        }
    }
}
