package dev.nudge.job.bounds;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BoundsTest {
    @Test
    void recordThatHoldsNonsenseIsNotTaken() {
        assertThatThrownBy(() ->
                        new Bounds(OptionalLong.of(3), OptionalDouble.empty(), OptionalInt.empty()))
                .hasMessage("memory is 3; expected 16M or more");
    }
}
