package dev.nudge.output.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ByteScanTest {
    @Test
    void findsWhatALookAtEveryByteFinds() {
        Random random = new Random(4);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            for (int at = 0; at < bytes.length; at++) {
                // Bytes that differ in the lowest bit are told apart too.
                bytes[at] = random.nextInt(12) == 0 ? (byte) (10 + random.nextInt(2)) : bytes[at];
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(ByteScan.next((byte) '\r', bytes, from, to))
                    .isEqualTo(first(from, to, at -> bytes[at] == '\r', to));
            assertThat(ByteScan.lineEnd(bytes, from, to))
                    .isEqualTo(first(from, to, at -> bytes[at] == '\n', to - 1) + 1);
            int start = to;
            while (start > from && bytes[start - 1] != '\n') {
                start--;
            }
            assertThat(ByteScan.lineStart(bytes, to, from)).isEqualTo(start);
        }
    }

    private static int first(int from, int to, IntPredicate wanted, int otherwise) {
        return IntStream.range(from, to).filter(wanted).findFirst().orElse(otherwise);
    }
}
