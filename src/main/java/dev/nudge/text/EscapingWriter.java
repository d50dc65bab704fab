package dev.nudge.text;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/// Writes text as [Printable#escaped] returns it: for what a terminal shows, and for JSON.
public final class EscapingWriter extends FilterWriter {
    /// The high surrogate of a character whose low surrogate has not come yet; 0 if there is none.
    private char half;

    public EscapingWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int c) throws IOException {
        write(String.valueOf((char) c));
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        write(new String(text, offset, length));
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        StringBuilder whole = new StringBuilder(length + 1);
        if (half != 0) {
            whole.append(half);
            half = 0;
        }
        whole.append(text, offset, offset + length);
        int last = whole.length() - 1;
        if (last >= 0 && Character.isHighSurrogate(whole.charAt(last))) {
            half = whole.charAt(last);
            whole.setLength(last);
        }
        out.write(Printable.escaped(whole));
    }
}
