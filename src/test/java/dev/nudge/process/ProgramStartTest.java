package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ProgramStartTest {
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicBoolean isSecondStarting = new AtomicBoolean();

    @Test
    void programIsStartedOnlyWhenTheOneBeforeItRuns() throws Exception {
        Thread first = Thread.ofPlatform().start(() -> start(this::startLate));
        await().until(first::getState, Thread.State.WAITING::equals);
        Thread second = Thread.ofPlatform().start(() -> start(this::startNow));
        await().until(second::getState, Thread.State.WAITING::equals);
        boolean hadBegun = isSecondStarting.get();
        go.countDown();
        first.join();
        second.join();

        assertThat(hadBegun).isFalse();
        assertThat(isSecondStarting).isTrue();
    }

    @Test
    void programThatCannotBeStartedHoldsNobodyUp() {
        Throwable failure =
                catchThrowable(() ->
                        ProgramStart.by(() -> {
                            throw new IOException("no such thing");
                        }));
        start(this::startNow);

        assertThat(failure).hasMessageContaining("no such thing");
        assertThat(isSecondStarting).isTrue();
    }

    private static void start(ProgramStart.Starter starter) {
        try {
            assertThat(ProgramStart.by(starter).waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process startLate() throws IOException {
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return new ProcessBuilder("true").start();
    }

    private Process startNow() throws IOException {
        isSecondStarting.set(true);
        return new ProcessBuilder("true").start();
    }
}
