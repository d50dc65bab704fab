package dev.nudge.host;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The progress of the reader of the terminal. Written by it alone, read by any thread.
final class Progress {
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile long settledBytes;
    private volatile long settledAt = System.nanoTime();
    private volatile boolean isWaiting;
    private volatile Runnable listener = () -> {};

    /// A moment of it.
    ///
    /// @param isAtEnd whether nobody has the terminal open any more, and all has been read
    /// @param isWaiting whether there was nothing to read
    /// @param bytes how many bytes have been dealt with
    /// @param at when, in nanoseconds of [System#nanoTime]
    record Mark(boolean isAtEnd, boolean isWaiting, long bytes, long at) {}

    void waiting() {
        isWaiting = true;
    }

    void received() {
        isWaiting = false;
    }

    /// A chunk has been dealt with, well or not.
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void settled(int bytes) {
        settledBytes += bytes;
        settledAt = System.nanoTime();
        listener.run();
    }

    /// Has this run by the reader after each chunk; it must be quick.
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
