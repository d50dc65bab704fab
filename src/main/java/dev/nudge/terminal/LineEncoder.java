package dev.nudge.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes a row as bytes: a header (length of the text, whether styles follow, whether the line
/// goes on in the next), the text in UTF-8 with a zero byte for each unwritten cell, then runs of
/// (bytes of text, style). Numbers are 7 bits a byte, lowest first. A plain line of 80 characters
/// takes 82 bytes.
final class LineEncoder {
    static final int WRAPPED = 1;
    static final int STYLED = 2;
    static final int FLAG_BITS = 2;

    private static final int MAX_NUMBER = 10;
    private static final int MAX_UTF8 = 4;

    private byte[] text = new byte[512];
    private byte[] runs = new byte[512];
    private int textLength;
    private int runsLength;
    private int runStart;
    private long runStyle;

    /// Encodes a row; the bytes are kept until the next call.
    void encode(Row row) {
        textLength = 0;
        runsLength = 0;
        runStart = 0;
        runStyle = Style.DEFAULT;
        int length = row.isWrapped() ? wrappedLength(row) : row.length();
        text = withRoom(text, MAX_UTF8 * length);
        for (int i = 0; i < length; i++) {
            if (row.style(i) != runStyle) {
                endRun();
                runStyle = row.style(i);
            }
            append(row, i);
        }
        if (runsLength > 0 || runStyle != Style.DEFAULT) {
            endRun();
        }
    }

    /// A row that goes on has all its cells, but for the last one when a wide character did not fit
    /// there.
    private static int wrappedLength(Row row) {
        int last = row.columns() - 1;
        return row.isWritten(last) ? last + 1 : last;
    }

    private void append(Row row, int column) {
        int cell = row.cell(column);
        if (cell >= 0 && cell < 0x80) {
            text[textLength++] = (byte) cell;
        } else if (cell != Row.TAIL) {
            byte[] bytes = row.text(column).getBytes(StandardCharsets.UTF_8);
            text = withRoom(text, textLength + bytes.length + MAX_UTF8 * row.columns());
            System.arraycopy(bytes, 0, text, textLength, bytes.length);
            textLength += bytes.length;
        }
    }

    private void endRun() {
        if (textLength > runStart) {
            runs = withRoom(runs, runsLength + 2 * MAX_NUMBER);
            runsLength = putNumber(runs, runsLength, textLength - runStart);
            runsLength = putNumber(runs, runsLength, runStyle);
            runStart = textLength;
        }
    }

    /// Number of bytes that [#write] needs at most.
    int size() {
        return MAX_NUMBER + textLength + runsLength;
    }

    /// Writes the encoded row into an array and returns where it ends there.
    int write(byte[] target, int at, boolean isWrapped) {
        int flags = (isWrapped ? WRAPPED : 0) | (runsLength > 0 ? STYLED : 0);
        int end = putNumber(target, at, ((long) textLength << FLAG_BITS) | flags);
        System.arraycopy(text, 0, target, end, textLength);
        System.arraycopy(runs, 0, target, end + textLength, runsLength);
        return end + textLength + runsLength;
    }

    private static byte[] withRoom(byte[] bytes, int size) {
        return size <= bytes.length
                ? bytes
                : Arrays.copyOf(bytes, Math.max(size, bytes.length * 2));
    }

    private static int putNumber(byte[] bytes, int at, long number) {
        int i = at;
        long rest = number;
        while (rest >= 0x80) {
            bytes[i++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[i++] = (byte) rest;
        return i;
    }
}
