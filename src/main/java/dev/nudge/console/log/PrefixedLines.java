package dev.nudge.console.log;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Passes on whole lines with a prefix, so that the lines of several outputs can be told apart.
/// Several may write to the same stream at once.
final class PrefixedLines extends LineStream {
    private final byte[] prefix;
    private final OutputStream out;

    /// @param out shared with the others, and left open
    PrefixedLines(String prefix, OutputStream out) {
        super(new Shared(out));
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.out = out;
    }

    @Override
    void line(byte[] bytes) throws IOException {
        boolean isComplete = bytes[bytes.length - 1] == '\n';
        int length = prefix.length + bytes.length;
        byte[] line = Arrays.copyOf(prefix, length + (isComplete ? 0 : 1));
        System.arraycopy(bytes, 0, line, prefix.length, bytes.length);
        if (!isComplete) {
            line[length] = '\n';
        }
        synchronized (out) {
            out.write(line);
        }
    }

    /// A stream that is flushed but never closed.
    private static final class Shared extends FilterOutputStream {
        Shared(OutputStream out) {
            super(out);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
