package dev.nudge.terminal.grid;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A row in bytes: a header (length of the text, whether styles follow, whether the line continues
/// in the next), the text in UTF-8 with a zero byte for each unwritten cell, then runs of (length
/// in UTF-16, style). Numbers are 7 bits a byte, lowest first. A plain line of 80 characters takes
/// 82 bytes.
final class EncodedLine {
    private static final int WRAPPED = 1;
    private static final int STYLED = 2;
    private static final int FLAG_BITS = 2;

    private final byte[] bytes;
    private int at;
    final boolean isWrapped;
    private final boolean isStyled;
    private final int textEnd;

    EncodedLine(byte[] bytes, int start) {
        this.bytes = bytes;
        at = start;
        long header = number();
        isWrapped = (header & WRAPPED) != 0;
        isStyled = (header & STYLED) != 0;
        textEnd = at + (int) (header >>> FLAG_BITS);
    }

    /// Returns whether the line certainly fits into this many columns: each byte takes at most one.
    boolean fits(int columns) {
        return textEnd - at <= columns;
    }

    /// Returns the text, with blanks for unwritten cells; trailing ones are left out unless the
    /// line continues.
    String text() {
        int end = textEnd;
        while (!isWrapped && end > at && bytes[end - 1] == 0) {
            end--;
        }
        return new String(bytes, at, end - at, StandardCharsets.UTF_8).replace('\0', ' ');
    }

    void appendTo(RowBuilder builder) {
        String text = new String(bytes, at, textEnd - at, StandardCharsets.UTF_8);
        if (!isStyled) {
            builder.append(text, Style.DEFAULT);
            return;
        }
        at = textEnd;
        long last = Style.DEFAULT;
        long beforeLast = Style.DEFAULT;
        for (int from = 0, to; from < text.length(); from = to) {
            long number = number();
            to = from + (int) (number >>> 1);
            long style = (number & 1) != 0 ? beforeLast : number();
            builder.append(text.substring(from, to), style);
            beforeLast = last;
            last = style;
        }
    }

    private long number() {
        long number = 0;
        int shift = 0;
        while (bytes[at] < 0) {
            number |= (bytes[at++] & 0x7FL) << shift;
            shift += 7;
        }
        return number | ((long) bytes[at++] << shift);
    }

    static byte[] encode(Row row) {
        int length = row.lineLength();
        StringBuilder text = new StringBuilder(length);
        ByteArrayOutputStream runs = new ByteArrayOutputStream();
        long last = Style.DEFAULT;
        long beforeLast = Style.DEFAULT;
        for (int from = 0, to; from < length; from = to) {
            long style = row.style(from);
            to = from + 1;
            while (to < length && row.style(to) == style) {
                to++;
            }
            int start = text.length();
            row.appendText(text, from, to, '\0');
            // Left out if it is that of the run before the last, as with coloured words in text.
            boolean isRepeated = style == beforeLast;
            put(runs, (text.length() - start) << 1 | (isRepeated ? 1 : 0));
            if (!isRepeated) {
                put(runs, style);
            }
            beforeLast = last;
            last = style;
        }
        boolean isStyled = last != Style.DEFAULT || beforeLast != Style.DEFAULT;
        int flags = (row.isWrapped() ? WRAPPED : 0) | (isStyled ? STYLED : 0);
        byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream line = new ByteArrayOutputStream(utf8.length + runs.size() + 4);
        put(line, (long) utf8.length << FLAG_BITS | flags);
        line.writeBytes(utf8);
        if (isStyled) {
            line.writeBytes(runs.toByteArray());
        }
        return line.toByteArray();
    }

    private static void put(ByteArrayOutputStream bytes, long number) {
        long rest = number;
        for (; rest >= 0x80; rest >>>= 7) {
            bytes.write((int) (rest | 0x80));
        }
        bytes.write((int) rest);
    }
}
