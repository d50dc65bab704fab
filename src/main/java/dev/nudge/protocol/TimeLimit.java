package dev.nudge.protocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Closes a channel when a time is over, unless this is closed before: anyone waiting for the other
/// side gets a [java.nio.channels.ClosedChannelException].
public final class TimeLimit implements AutoCloseable {
    private final CountDownLatch done = new CountDownLatch(1);

    private TimeLimit() {}

    /// Starts the clock.
    public static TimeLimit over(Channel channel, Duration limit) {
        TimeLimit clock = new TimeLimit();
        // Not a virtual thread: the first of those takes milliseconds to start, and commands start
        // with this.
        Thread _ =
                Thread.ofPlatform()
                        .daemon()
                        .name("time-limit")
                        .start(() -> clock.run(channel, limit));
        return clock;
    }

    private void run(Channel channel, Duration limit) {
        try {
            if (!done.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stops the clock.
    @Override
    public void close() {
        done.countDown();
    }
}
