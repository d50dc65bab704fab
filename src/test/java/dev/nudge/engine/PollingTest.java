package dev.nudge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PollingTest {
    @Test
    void waitsForCenturiesIfItMayOrGivesUpWhenTheTimeIsOver() {
        AtomicInteger looks = new AtomicInteger();
        Duration centuries = Duration.ofSeconds(Long.MAX_VALUE);

        assertThat(Polling.await(centuries, () -> looks.incrementAndGet() == 3)).isTrue();
        assertThat(looks).hasValue(3);

        assertThat(Polling.await(Duration.ofMillis(20), () -> looks.incrementAndGet() > 1000))
                .isFalse();
        assertThat(looks).hasValueGreaterThan(4);
    }
}
