package dev.nudge.output.search;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ContextLinesTest {
    private static final int MIB = 1 << 20;

    /// Counts what is shown, and what is not.
    private static final class Counts implements ContextLines.Shown {
        private long near;
        private long skipped;
        private int gaps;

        @Override
        public void matching(byte[] bytes, int from, int to) {}

        @Override
        public void near(byte[] bytes, int from, int to) {
            near += to - from;
        }

        @Override
        public void skipped(byte[] bytes, int from, int to) {
            skipped += to - from;
        }

        @Override
        public void gap() {
            gaps++;
        }
    }

    private static final byte[] MATCH = "match\n".getBytes(US_ASCII);

    private final Counts counts = new Counts();

    @Test
    void piecesOfAHugeLineAreRememberedUpToALimitOnly() throws IOException {
        ContextLines lines = new ContextLines(100, counts);
        byte[] piece = "x".repeat(MIB).getBytes(US_ASCII);
        lines.matching(MATCH, 0, MATCH.length);
        for (int i = 0; i < 150; i++) {
            lines.other(piece, 0, piece.length);
        }
        lines.matching(MATCH, 0, MATCH.length);

        assertThat(counts.near - 100L * MIB).as("before the second").isEqualTo(3L * MIB);
        assertThat(counts.near + counts.skipped).isEqualTo(150L * MIB);
        assertThat(counts.gaps).isEqualTo(1);
    }

    @Test
    void manyLinesAreRememberedUpToALimitOnly() throws IOException {
        ContextLines lines = new ContextLines(Integer.MAX_VALUE, counts);
        byte[] empty = "\n".repeat(MIB / 4).getBytes(US_ASCII);
        for (int i = 0; i < 16; i++) {
            lines.other(empty, 0, empty.length);
        }
        lines.matching(MATCH, 0, MATCH.length);

        assertThat(counts.near).isBetween(100_000L, (long) MIB / 4);
        assertThat(counts.near + counts.skipped).isEqualTo(4L * MIB);
    }
}
