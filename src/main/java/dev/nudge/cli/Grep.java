package dev.nudge.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/// Passes on the lines that match, with the lines around them, byte for byte.
final class Grep extends OutputStream {
    /// A longer line is taken for several.
    private static final int LONGEST = 1 << 20;

    private final Pattern pattern;
    private final int context;
    private final long skipped;
    private final OutputStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Deque<byte[]> before = new ArrayDeque<>();
    private long matches;
    private int after;
    private boolean hasShown;
    private boolean isGap;

    /// @param context how many lines before and after a match
    /// @param skipped how many matches at the beginning are left out
    Grep(Pattern pattern, int context, long skipped, OutputStream out) {
        this.pattern = pattern;
        this.context = context;
        this.skipped = skipped;
        this.out = out;
    }

    /// Returns how many lines have matched so far, with those that were left out.
    long matches() {
        return matches;
    }

    @Override
    public void write(int b) throws IOException {
        line.write(b);
        if (b == '\n' || line.size() == LONGEST) {
            end();
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /// Ends the last line, which may have no line end.
    @Override
    public void close() throws IOException {
        if (line.size() > 0) {
            end();
        }
        out.flush();
    }

    private void end() throws IOException {
        byte[] bytes = line.toByteArray();
        line.reset();
        if (isMatch(bytes) && ++matches > skipped) {
            match(bytes);
        } else if (after > 0) {
            after--;
            show(bytes);
        } else {
            remember(bytes);
        }
    }

    private boolean isMatch(byte[] bytes) {
        String text = new String(bytes, 0, lengthWithoutEnd(bytes), StandardCharsets.UTF_8);
        return pattern.matcher(text).find();
    }

    /// Blanks before the line end belong to the line.
    private static int lengthWithoutEnd(byte[] bytes) {
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\n') {
            length--;
            if (length > 0 && bytes[length - 1] == '\r') {
                length--;
            }
        }
        return length;
    }

    private void match(byte[] bytes) throws IOException {
        if (isGap && hasShown && context > 0) {
            out.write("--\n".getBytes(StandardCharsets.US_ASCII));
        }
        for (byte[] earlier : before) {
            show(earlier);
        }
        before.clear();
        isGap = false;
        show(bytes);
        after = context;
    }

    private void show(byte[] bytes) throws IOException {
        out.write(bytes);
        hasShown = true;
    }

    private void remember(byte[] bytes) {
        before.addLast(bytes);
        if (before.size() > context) {
            before.removeFirst();
            isGap = true;
        }
    }
}
