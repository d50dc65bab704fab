package dev.nudge.console.log;

import dev.nudge.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Takes bytes and passes them on as whole lines.
abstract class LineStream extends OutputStream {
    /// The length at which a line is split into several.
    private static final int LONGEST = 1 << 20;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final OutputStream out;

    /// @param out where the lines finally go; closed with this
    LineStream(OutputStream out) {
        this.out = out;
    }

    /// Takes a line, with its line end if it has one.
    abstract void line(byte[] bytes) throws IOException;

    @Override
    public final void write(int b) throws IOException {
        line.write(b);
        if (b == '\n' || line.size() == LONGEST) {
            end(b == '\n');
        }
    }

    @Override
    public final void write(byte[] bytes, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public final void flush() throws IOException {
        out.flush();
    }

    /// Ends the last line, which may have no line end.
    @Override
    public final void close() throws IOException {
        if (line.size() > 0) {
            end(true);
        }
        out.close();
    }

    /// @param isWhole whether it is not cut; a cut falls between characters
    private void end(boolean isWhole) throws IOException {
        byte[] bytes = line.toByteArray();
        line.reset();
        int left = isWhole ? 0 : Utf8.unfinished(bytes, 0, bytes.length);
        line.write(bytes, bytes.length - left, left);
        line(left == 0 ? bytes : Arrays.copyOf(bytes, bytes.length - left));
    }

    /// Returns the text of a line without its line end. Blanks before the line end belong to the
    /// line; bytes that are not UTF-8 appear as U+FFFD.
    static String text(byte[] line) {
        int length = line.length;
        if (length > 0 && line[length - 1] == '\n') {
            length--;
            if (length > 0 && line[length - 1] == '\r') {
                length--;
            }
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }
}
