package dev.nudge.host;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Writes the job's log, byte for byte. While the disk is full the job has to wait, as for a slow
/// terminal, so that nothing is lost. After its end, output for which there is no room is dropped.
final class LogWriter implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LogWriter.class.getName());
    private static final Duration AGAIN = Duration.ofMillis(200);

    private final FileChannel channel;
    private final BooleanSupplier mayWait;
    private boolean isFull;

    /// @param mayWait whether to try again when the disk is full
    LogWriter(Path file, BooleanSupplier mayWait) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        this.mayWait = mayWait;
    }

    void write(byte[] bytes, int length) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        while (buffer.hasRemaining() && !tryWrite(buffer)) {
            if (!mayWait.getAsBoolean()) {
                LOG.log(Level.WARNING, "{0} bytes are missing in the log", buffer.remaining());
                return;
            }
            pause();
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

    private static void pause() {
        try {
            Thread.sleep(AGAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
