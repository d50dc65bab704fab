package dev.nudge.terminal.grid;

import java.nio.charset.StandardCharsets;

/// Decodes the bytes written by [LineEncoder].
final class LineDecoder {
    private final byte[] bytes;
    private int at;
    private final boolean isWrapped;
    private final boolean isStyled;
    private final int textEnd;

    LineDecoder(byte[] bytes, int start) {
        this.bytes = bytes;
        at = start;
        long header = number();
        isWrapped = (header & LineEncoder.WRAPPED) != 0;
        isStyled = (header & LineEncoder.STYLED) != 0;
        textEnd = at + (int) (header >>> LineEncoder.FLAG_BITS);
    }

    boolean isWrapped() {
        return isWrapped;
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
        int from = at;
        if (!isStyled) {
            builder.append(new String(bytes, from, textEnd - from, StandardCharsets.UTF_8), 0L);
            return;
        }
        at = textEnd;
        long last = Style.DEFAULT;
        long beforeLast = Style.DEFAULT;
        while (from < textEnd) {
            long number = number();
            int length = (int) (number >>> 1);
            long style = (number & 1) != 0 ? beforeLast : number();
            builder.append(new String(bytes, from, length, StandardCharsets.UTF_8), style);
            from += length;
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
}
