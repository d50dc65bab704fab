package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlFinderTest {
    private static final byte[] SUSPECTS = {
        0, 7, '\b', '\r', '\r', 0x1b, 0x7f, (byte) 0xc2, (byte) 0x80, (byte) 0xa7, '\t', '\n', '\n'
    };

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 1_000})
    void findsWhatALoopFindsInEveryPartOfABlock(int distance) {
        Random random = new Random(distance);
        ControlFinder finder = new ControlFinder();
        for (int i = 0; i < 300; i++) {
            byte[] block = bytes(random, 1 + random.nextInt(3_000), distance);
            int to = 1 + random.nextInt(block.length);
            finder.begin();
            checkAll(finder, block, to);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\u00a7", "\u00e9\r\n"})
    void whatOnlyLooksLikeAControlCharacterEndsNoSearch(String harmless) {
        byte[] block = (harmless.repeat(1_000) + "\u001b" + harmless).getBytes(UTF_8);
        ControlFinder finder = new ControlFinder();
        finder.begin();
        checkAll(finder, block, block.length);
    }

    private static void checkAll(ControlFinder finder, byte[] block, int to) {
        MemorySegment mirror = Arena.ofAuto().allocate(to + 1L);
        MemorySegment.copy(block, 0, mirror, ValueLayout.JAVA_BYTE, 0, to);
        int at = 0;
        while (at < to) {
            int found = finder.find(block, mirror, at, to);
            assertThat(found).isEqualTo(ByteScan.control(block, at, to));
            at = found < 0 ? to : found + 1;
        }
    }

    private static byte[] bytes(Random random, int length, int distance) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] =
                    random.nextInt(distance) == 0
                            ? SUSPECTS[random.nextInt(SUSPECTS.length)]
                            : (byte) (' ' + random.nextInt(90));
        }
        return bytes;
    }
}
