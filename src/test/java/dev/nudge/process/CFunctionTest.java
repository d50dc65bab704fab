package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class CFunctionTest {
    @Test
    void intIsTheLowerHalfAndLongAndPointersAreWhole() {
        assertThat(CFunction.of("abs").callInt(-3)).isEqualTo(3);
        assertThat(CFunction.of("toupper").callInt('a')).isEqualTo('A');
        assertThat(CFunction.of("close").callInt(-1)).isEqualTo(-1);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom("ab7");

            assertThat(CFunction.of("labs").call(-(1L << 40))).isEqualTo(1L << 40);
            assertThat(CFunction.of("strchr").call(text.address(), 'b'))
                    .isEqualTo(text.address() + 1);
            assertThat(CFunction.of("strchr").call(text.address(), 'c')).isZero();
        }
    }

    @Test
    void allSixArgumentsArriveAndVariableOnesToo() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(40);
            long format = arena.allocateFrom("%d %d %ld").address();

            int length =
                    CFunction.of("snprintf")
                            .callInt(text.address(), text.byteSize(), format, -1, 2, 1L << 40);

            assertThat(text.getString(0)).isEqualTo("-1 2 1099511627776").hasSize(length);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CFunction.of("abs").call(1, 2, 3, 4, 5, 6, 7));
    }
}
