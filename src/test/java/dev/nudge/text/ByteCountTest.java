package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteCountTest {
    @Test
    void isShortAndHasAUnit() {
        assertThat(ByteCount.of(0L)).isEqualTo("0B");
        assertThat(ByteCount.of(1023L)).isEqualTo("1023B");
        assertThat(ByteCount.of(1024L)).isEqualTo("1.0K");
        assertThat(ByteCount.of(12_900_000L)).isEqualTo("12M");
        assertThat(ByteCount.of(1_048_575L)).isEqualTo("1.0M");
        assertThat(ByteCount.of(Long.MAX_VALUE)).isEqualTo("8.0E");
    }
}
