package dev.nudge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PollingTest {
    @Test
    void waitsForCenturiesIfItMay() {
        AtomicInteger looks = new AtomicInteger();

        assertThat(
                        Polling.await(
                                Duration.ofSeconds(Long.MAX_VALUE),
                                () -> looks.incrementAndGet() == 3))
                .isTrue();
        assertThat(looks).hasValue(3);
    }

    @Test
    void givesUpWhenTheTimeIsOver() {
        AtomicInteger looks = new AtomicInteger();

        assertThat(Polling.await(Duration.ofMillis(20), () -> looks.incrementAndGet() > 1000))
                .isFalse();
        assertThat(looks).hasValueGreaterThan(1);
    }
}
