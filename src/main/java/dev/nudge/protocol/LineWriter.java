package dev.nudge.protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/// Writes whole lines. Lines from several threads do not mix; a slow reader blocks the writers.
public final class LineWriter {
    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();

    public LineWriter(OutputStream out) {
        this.out = out;
    }

    OutputStream stream() {
        return out;
    }

    /// Writes the text, which has no line end in it, and a line end, and flushes.
    public void write(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            out.write(bytes);
            out.flush();
        } finally {
            lock.unlock();
        }
    }
}
