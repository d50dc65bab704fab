package dev.nudge.host;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The progress of the terminal's reader. Written only by the reader, read by any thread.
final class ReaderProgress {
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile long settledBytes;
    private volatile long settledAt = System.nanoTime();
    private volatile boolean isWaiting;
    private volatile Runnable listener = () -> {};

    /// A snapshot of the progress.
    ///
    /// @param isAtEnd whether nobody has the terminal open any more, and everything has been read
    /// @param isWaiting whether the reader waits, since there was nothing to read
    /// @param bytes how many bytes have been handled
    /// @param at when the last of them were, in nanoseconds of [System#nanoTime]
    record Mark(boolean isAtEnd, boolean isWaiting, long bytes, long at) {}

    void waiting() {
        isWaiting = true;
    }

    void received() {
        isWaiting = false;
    }

    /// Records that a chunk has been handled, successfully or not.
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void settled(int bytes) {
        settledBytes += bytes;
        settledAt = System.nanoTime();
        listener.run();
    }

    /// Sets a task that the reader runs after each chunk; it must be quick.
    void whenSettled(Runnable next) {
        listener = next;
    }

    void ended() {
        end.countDown();
    }

    Mark mark() {
        return new Mark(end.getCount() == 0, isWaiting, settledBytes, settledAt);
    }

    /// Waits for the end.
    ///
    /// @return whether it has come
    boolean awaitEnd(long millis) throws InterruptedException {
        return end.await(millis, TimeUnit.MILLISECONDS);
    }
}
