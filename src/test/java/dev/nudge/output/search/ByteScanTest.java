package dev.nudge.output.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ByteScanTest {
    @Test
    void countsEveryLineEndOfEveryPart() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            byte[] bytes = new byte[random.nextInt(9_000)];
            random.nextBytes(bytes);
            int distance = 1 + random.nextInt(20);
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = random.nextInt(distance) == 0 ? (byte) '\n' : bytes[at];
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(ByteScan.lines(bytes, from, to))
                    .isEqualTo(IntStream.range(from, to).filter(at -> bytes[at] == '\n').count());
        }
    }
}
