package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuspectFinderTest {
    private static final byte[] CONTROLS = {
        0, 7, '\b', '\f', '\r', '\r', 0x7f, (byte) 0xc2, (byte) 0x80, (byte) 0xa7, '\t', '\n', '\n'
    };

    private final SuspectFinder finder = new SuspectFinder(List.of("error", "warn"), false);

    private static MemorySegment mirror(byte[] block, int to) {
        MemorySegment mirror = Arena.ofAuto().allocate(to + 1L);
        MemorySegment.copy(block, 0, mirror, ValueLayout.JAVA_BYTE, 0, to);
        return mirror;
    }

    private static int find(SuspectFinder finder, String text) {
        byte[] block = text.replace('~', '\u001b').getBytes(UTF_8);
        MemorySegment mirror = mirror(block, block.length);
        finder.begin(block, mirror, block.length);
        return finder.find(block, mirror, 0, block.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1_000})
    void findsEveryControlCharacterInEveryPartOfABlock(int distance) {
        Random random = new Random(distance);
        for (int i = 0; i < 300; i++) {
            byte[] block = bytes(random, 1 + random.nextInt(3_000), distance);
            checkAll(block, 1 + random.nextInt(block.length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\u00a7", "\u00e9\r\n", "\u001b[1m\r\n"})
    void whatOnlyLooksLikeAControlCharacterEndsNoSearch(String harmless) {
        byte[] block = (harmless.repeat(1_000) + "\b" + harmless).getBytes(UTF_8);
        checkAll(block, block.length);
    }

    /// Compares with a look at every byte.
    private static void checkAll(byte[] block, int to) {
        SuspectFinder finder = new SuspectFinder(List.of("xyz"), false);
        MemorySegment mirror = mirror(block, to);
        finder.begin(block, mirror, to);
        for (int at = 0; at < to; ) {
            int expected = at;
            while (expected < to && !isSuspicious(block, expected, to)) {
                expected++;
            }
            int found = finder.find(block, mirror, at, to);
            assertThat(found).isEqualTo(expected == to ? ControlFinder.NEVER : expected);
            at = expected + 1;
        }
    }

    private static boolean isSuspicious(byte[] block, int at, int to) {
        boolean isBehindText = at > 0 && (block[at - 1] == 'x' || block[at - 1] == 'y');
        return ByteScan.isControl(block, at, to)
                && switch (block[at]) {
                    case '\r', EscapeScan.ESCAPE -> false;
                    case 0, '\b', '\f', (byte) 0xc2 -> true;
                    default -> isBehindText;
                };
    }

    private static byte[] bytes(Random random, int length, int distance) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] =
                    random.nextInt(distance) == 0
                            ? CONTROLS[random.nextInt(CONTROLS.length)]
                            : (byte) ('n' + random.nextInt(12));
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({
        "er~[1mror, 2",
        "er~[1m~[4mror, 2",
        "e~[1mr~[1mr~[1mo~[1mr, 1",
        "an er~[1mro~[m, 5",
        "er~[1mr, 2",
        "er~]8;;x~\\ror, 2",
        "er~[1m~]8;;x~\\ror, 2",
        "~]8;;x~\\error~]8;;~\\, -1",
        "or~]8;;x~\\or, -1",
        "er~[, 2",
        "er~, 2",
        "wa~[1mrn, 2",
        "wa~[1mror, -1",
        "er~[1mro-, -1",
        "-r~[1mror, -1",
        "~[1mror, -1",
        "~[1merror~[m, -1",
        "er~[1m, -1",
        "ER~[1mROR, -1"
    })
    void aControlSequenceCountsInsideAWantedText(String text, int index) {
        assertThat(find(finder, text)).isEqualTo(index < 0 ? ControlFinder.NEVER : index);
    }

    @Test
    void inALongTextTwoBytesAreEnough() {
        SuspectFinder longText = new SuspectFinder(List.of("ab".repeat(40)), false);

        assertThat(find(longText, "xa~[mbx")).isEqualTo(2);
        assertThat(find(longText, "xa~[max")).isEqualTo(ControlFinder.NEVER);
    }

    @Test
    void textsMayBeOfEitherCase() {
        SuspectFinder anyCase = new SuspectFinder(List.of("error"), true);

        assertThat(find(anyCase, "ER~[1mrOR")).isEqualTo(2);
        assertThat(find(anyCase, "ER~[1mrrOR")).isEqualTo(ControlFinder.NEVER);
    }
}
