package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgramStartTest {
    private static final int PROGRAMS = 8;

    private final AtomicInteger starting = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void noTwoProgramsAreStartedAtTheSameTime() throws Exception {
        CountDownLatch started = new CountDownLatch(PROGRAMS);
        IntStream.range(0, PROGRAMS)
                .forEach(_ ->
                        Thread.ofVirtual()
                                .start(() -> {
                                    if (isSuccessful()) {
                                        started.countDown();
                                    }
                                }));

        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(1);
    }

    private boolean isSuccessful() {
        try {
            return ProgramStart.by(this::startSlowly).waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process startSlowly() throws IOException {
        most.accumulateAndGet(starting.incrementAndGet(), Math::max);
        try {
            Thread.sleep(Duration.ofMillis(20));
            return new ProcessBuilder("true").start();
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            starting.decrementAndGet();
        }
    }

    @Test
    void programThatCannotBeStartedHoldsNobodyUp() {
        assertThat(startFailing()).hasMessageContaining("no such thing");
        assertThat(isSuccessful()).isTrue();
    }

    private static Throwable startFailing() {
        return catchThrowable(() ->
                ProgramStart.by(() -> {
                    throw new IOException("no such thing");
                }));
    }
}
