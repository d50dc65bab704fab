package dev.nudge.protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes whole lines, or frames. Those of several threads do not mix; a slow reader blocks the
/// writers.
public final class LineWriter {
    private final OutputStream out;

    public LineWriter(OutputStream out) {
        this.out = out;
    }

    /// Writes the text, which has no line end in it, and a line end, and flushes.
    public void write(String line) throws IOException {
        write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    synchronized void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }
}
