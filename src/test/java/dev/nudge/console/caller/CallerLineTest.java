package dev.nudge.console.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallerLineTest {
    private final CallerLine line =
            new CallerLine(
                    new FrameStream(
                            new LineReader(InputStream.nullInputStream()),
                            new LineWriter(OutputStream.nullOutputStream())));

    /// A wait that nothing ends of itself.
    private final CountDownLatch begun = new CountDownLatch(1);

    private final AtomicBoolean isInterrupted = new AtomicBoolean();
    private final FutureTask<String> wait =
            new FutureTask<>(() -> {
                try {
                    return line.awaiting(() -> {
                        begun.countDown();
                        new CountDownLatch(1).await();
                        return "";
                    });
                } finally {
                    isInterrupted.set(Thread.currentThread().isInterrupted());
                }
            });

    @Test
    void departureEndsAWaitAndNothingElse() throws Exception {
        Thread.ofVirtual().start(wait);
        begun.await();

        line.leave();

        assertThatThrownBy(wait::get).hasCauseInstanceOf(CallerGoneException.class);
        assertThat(isInterrupted).isFalse();
    }

    @Test
    void otherInterruptionStaysOne() {
        Thread.ofVirtual().start(wait).interrupt();

        assertThatThrownBy(wait::get).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void waitReturnsWhatComesAndIsLeftAloneOnceItHasEnded() throws Exception {
        assertThat(line.<String>awaiting(() -> "it")).isEqualTo("it");

        line.leave();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThatThrownBy(() -> line.awaiting(() -> "")).isInstanceOf(CallerGoneException.class);
        assertThatThrownBy(line::requirePresence).isInstanceOf(CallerGoneException.class);
    }
}
