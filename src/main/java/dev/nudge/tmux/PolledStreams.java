package dev.nudge.tmux;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.exec.ExecuteStreamHandler;

/// Feeds a tmux client and collects what it writes, without ever blocking in a read.
///
/// A tmux client hands its standard streams over to the server through the socket. If the server is
/// stopped, they stay open there after the client has been killed, so a thread that waits for the
/// end of the output waits as long as the server is stopped. Here nobody waits for the end: when
/// the client has ended, everything it wrote is in the pipe.
final class PolledStreams implements ExecuteStreamHandler {
    private static final long PAUSE = Duration.ofMillis(1).toNanos();

    private final byte[] input;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private InputStream processOut = InputStream.nullInputStream();
    private InputStream processErr = InputStream.nullInputStream();
    private OutputStream processIn = OutputStream.nullOutputStream();
    private Thread reader = Thread.ofVirtual().unstarted(() -> {});
    private volatile boolean isEnding;

    /// @param input what the client reads, smaller than a pipe's buffer (64 KiB)
    PolledStreams(String input) {
        this.input = input.getBytes(StandardCharsets.UTF_8);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8).strip();
    }

    @Override
    public void setProcessInputStream(OutputStream stream) {
        processIn = stream;
    }

    @Override
    public void setProcessOutputStream(InputStream stream) {
        processOut = stream;
    }

    @Override
    public void setProcessErrorStream(InputStream stream) {
        processErr = stream;
    }

    @Override
    public void start() {
        reader = Thread.ofVirtual().name("tmux-output").start(this::read);
        try (OutputStream stream = processIn) {
            stream.write(input);
        } catch (IOException e) {
            // The client ended before reading its input: its error message says why.
            return;
        }
    }

    /// Collects the last output, when the client has ended.
    @Override
    public void stop() throws IOException {
        isEnding = true;
        LockSupport.unpark(reader);
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while reading the answer of tmux", e);
        }
    }

    private void read() {
        try {
            boolean isLast;
            do {
                isLast = isEnding;
                int count = drain(processOut, out) + drain(processErr, err);
                if (count == 0 && !isLast) {
                    LockSupport.parkNanos(PAUSE);
                }
            } while (!isLast);
        } catch (IOException e) {
            // The streams were closed because the client was killed.
            return;
        }
    }

    private static int drain(InputStream from, ByteArrayOutputStream to) throws IOException {
        int count = 0;
        for (int ready = from.available(); ready > 0; ready = from.available()) {
            to.write(from.readNBytes(ready));
            count += ready;
        }
        return count;
    }
}
