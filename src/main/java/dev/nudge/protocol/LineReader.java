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
        ///
        /// @param outline if the line is a JSON object, one with the same names at the top level,
        ///   but empty arrays and objects, and cut strings; some kilobytes at most
        record TooLong(int maxBytes, String outline) implements Read {}

        /// The stream has ended. Bytes after the last line end are dropped, since they are not a
        /// whole line.
        record End() implements Read {}
    }

    public Read next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        Outline outline = null;
        while (true) {
            if (position == limit && !fill()) {
                return new Read.End();
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            if (outline == null && line.size() + end - position > maxBytes) {
                outline = new Outline();
                outline.take(line.toByteArray(), 0, line.size());
                line = new ByteArrayOutputStream(0);
            }
            if (outline == null) {
                line.write(buffer, position, end - position);
            } else {
                outline.take(buffer, position, end);
            }
            boolean isComplete = end < limit;
            position = isComplete ? end + 1 : end;
            if (isComplete) {
                return outline == null
                        ? new Read.Line(text(line))
                        : new Read.TooLong(maxBytes, outline.text());
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

    /// Keeps the top level of a line that is too long.
    private static final class Outline {
        private static final int MOST_BYTES = 8192;
        private static final int LONGEST_STRING = 1024;

        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private int depth;
        private boolean isInString;
        private boolean isEscaped;
        private int stringBytes;

        void take(byte[] bytes, int from, int to) {
            for (int i = from; i < to; i++) {
                take(bytes[i]);
            }
        }

        private void take(byte b) {
            if (isInString) {
                takeOfString(b);
            } else if (b == '{' || b == '[') {
                keep(b);
                depth++;
            } else if (b == '}' || b == ']') {
                depth--;
                keep(b);
            } else {
                isInString = b == '"';
                stringBytes = 0;
                keep(b);
            }
        }

        private void takeOfString(byte b) {
            boolean isEnd = b == '"' && !isEscaped;
            // Counted so that an escape is kept or dropped as a whole.
            stringBytes += isEscaped ? 0 : 1;
            isEscaped = b == '\\' && !isEscaped;
            isInString = !isEnd;
            if (isEnd || stringBytes <= LONGEST_STRING) {
                keep(b);
            }
        }

        private void keep(byte b) {
            if (depth <= 1 && kept.size() < MOST_BYTES) {
                kept.write(b);
            }
        }

        String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
