package dev.nudge.protocol;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;

/// Splits a stream into lines of UTF-8 text, bounded in size. Not thread-safe.
public final class LineReader {
    public static final int MAX_LINE_BYTES = 16 * 1024 * 1024;

    private static final int CHUNK = 8192;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[CHUNK];
    private int position;
    private int limit;

    public LineReader(InputStream in) {
        this(in, MAX_LINE_BYTES);
    }

    LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    public sealed interface Read {
        /// A whole line, without its end. Bytes that are not UTF-8 are replaced.
        record Line(String text) implements Read {}

        /// A line over the limit, which has been skipped. Reading may continue.
        record TooLong(int maxBytes) implements Read {}

        /// The stream has ended. Bytes after the last line end are dropped, since they are not a
        /// whole line.
        record End() implements Read {}
    }

    public Read next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        boolean isTooLong = false;
        while (true) {
            if (position == limit && !fill()) {
                return new Read.End();
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            isTooLong |= line.size() + end - position > maxBytes;
            if (isTooLong) {
                line = new ByteArrayOutputStream(0);
            } else {
                line.write(buffer, position, end - position);
            }
            boolean isComplete = end < limit;
            position = isComplete ? end + 1 : end;
            if (isComplete) {
                return isTooLong ? new Read.TooLong(maxBytes) : new Read.Line(text(line));
            }
        }
    }

    /// Returns the stream after the last line, for data that is not lines. No line may be read
    /// afterwards.
    InputStream rest() {
        return new SequenceInputStream(
                new ByteArrayInputStream(buffer, position, limit - position), in);
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
