package dev.nudge.host;

import dev.nudge.exec.PtyDevice;
import dev.nudge.process.LoopGuard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Reads everything that is written to the terminal, first into the log, then onto the screen. If
/// handling a chunk fails, with whatever error, the next one is still read.
///
/// @param whenSettled run after each chunk; it must be quick
record Reader(
        PtyDevice device, LogWriter log, Screen screen, Progress progress, Runnable whenSettled) {
    private static final Logger LOG = System.getLogger(Reader.class.getName());
    private static final int CHUNK = 64 * 1024;

    interface Screen {
        void show(byte[] bytes, int length);

        void end();
    }

    /// Starts reading, on a platform thread: the native call would pin a virtual one.
    void start() {
        Thread.ofPlatform().daemon().name("pty-read").start(this::run);
    }

    private void run() {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int length = next(chunk); length >= 0; length = next(chunk)) {
                settle(chunk, length);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the terminal cannot be read any more: {0}", e.getMessage());
        } finally {
            progress.end.countDown();
            screen.end();
        }
    }

    private int next(byte[] chunk) throws IOException {
        progress.isWaiting = true;
        int length = device.read(chunk);
        progress.isWaiting = false;
        return length;
    }

    private void settle(byte[] chunk, int length) {
        boolean _ =
                LoopGuard.runBriefly(
                        LOG,
                        "the processing of a chunk of output",
                        () -> {
                            log.write(chunk, length);
                            screen.show(chunk, length);
                        });
        progress.settled(length);
        whenSettled.run();
    }

    /// The progress of the reader. Written only by the reader, read by any thread.
    static final class Progress {
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile long settledBytes;
        private volatile long settledAt = System.nanoTime();
        private volatile boolean isWaiting;

        /// A snapshot of the progress.
        ///
        /// @param isAtEnd whether nobody has the terminal open, and everything has been read
        /// @param isWaiting whether the reader waits, since there was nothing to read
        /// @param bytes how many bytes have been handled, successfully or not
        /// @param at when the last of them were, in nanoseconds of [System#nanoTime]
        record Mark(boolean isAtEnd, boolean isWaiting, long bytes, long at) {}

        @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
        private void settled(int bytes) {
            settledBytes += bytes;
            settledAt = System.nanoTime();
        }

        Mark mark() {
            return new Mark(end.getCount() == 0, isWaiting, settledBytes, settledAt);
        }

        boolean awaitEnd(long millis) throws InterruptedException {
            return end.await(millis, TimeUnit.MILLISECONDS);
        }
    }

    /// Writes the job's log, byte for byte. While the disk is full the job has to wait, so that
    /// nothing is lost; after its end, output for which there is no room is dropped.
    static final class LogWriter implements AutoCloseable {
        private static final Duration AGAIN = Duration.ofMillis(200);

        private final FileChannel channel;
        private final BooleanSupplier mayWait;
        private boolean isFull;

        LogWriter(Path file, BooleanSupplier mayWait) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            this.mayWait = mayWait;
        }

        void write(byte[] bytes, int length) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining() && !tryWrite(buffer)) {
                if (!mayWait.getAsBoolean()) {
                    LOG.log(Level.WARNING, "{0} bytes are missing in the log", buffer.remaining());
                    return;
                }
                LockSupport.parkNanos(AGAIN.toNanos());
            }
        }

        private boolean tryWrite(ByteBuffer buffer) {
            try {
                channel.write(buffer);
                isFull = false;
                return !buffer.hasRemaining();
            } catch (IOException e) {
                if (!isFull) {
                    LOG.log(Level.WARNING, "the log cannot be written: {0}", e.getMessage());
                }
                isFull = true;
                return false;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
