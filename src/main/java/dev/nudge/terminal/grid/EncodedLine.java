package dev.nudge.terminal.grid;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A row in bytes: a header (length of the text, whether styles follow, whether the line continues
/// in the next), the text in UTF-8 with a zero byte for each unwritten cell, then runs of (bytes of
/// text, style). Numbers are 7 bits a byte, lowest first. A plain line of 80 characters takes 82
/// bytes.
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

    static final class Encoder {
        private static final int MAX_NUMBER = 10;
        private static final int MAX_UTF8 = 4;

        private byte[] text = new byte[512];
        private byte[] runs = new byte[512];
        private int textLength;
        private int runsLength;
        private int runStart;
        private long runStyle;
        private long lastStyle;
        private long styleBeforeLast;

        /// Encodes a row; the bytes are kept until the next call.
        void encode(Row row) {
            textLength = 0;
            runsLength = 0;
            runStart = 0;
            runStyle = Style.DEFAULT;
            lastStyle = Style.DEFAULT;
            styleBeforeLast = Style.DEFAULT;
            int length = row.lineLength();
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

        private void append(Row row, int column) {
            int cell = row.cell(column);
            if (cell >= 0 && cell < 0x80) {
                text[textLength++] = (byte) cell;
            } else if ((cell & Row.CLUSTER) != 0) {
                appendCluster(row.text(column), row.columns());
            } else if (cell != Row.TAIL) {
                appendCharacter(cell & Row.CODE_POINT);
            }
        }

        private void appendCluster(String cluster, int columns) {
            byte[] bytes = cluster.getBytes(StandardCharsets.UTF_8);
            text = withRoom(text, textLength + bytes.length + MAX_UTF8 * columns);
            System.arraycopy(bytes, 0, text, textLength, bytes.length);
            textLength += bytes.length;
        }

        private void appendCharacter(int c) {
            if (c < 0x800) {
                text[textLength++] = (byte) (0xC0 | (c >> 6));
            } else {
                if (c < 0x10000) {
                    text[textLength++] = (byte) (0xE0 | (c >> 12));
                } else {
                    text[textLength++] = (byte) (0xF0 | (c >> 18));
                    text[textLength++] = (byte) (0x80 | ((c >> 12) & 0x3F));
                }
                text[textLength++] = (byte) (0x80 | ((c >> 6) & 0x3F));
            }
            text[textLength++] = (byte) (0x80 | (c & 0x3F));
        }

        /// Writes the bytes of text of a run and its style. The style is left out if it is that of
        /// the run before the last, as with coloured words in plain text.
        private void endRun() {
            if (textLength == runStart) {
                return;
            }
            boolean repeats = runStyle == styleBeforeLast;
            runs = withRoom(runs, runsLength + 2 * MAX_NUMBER);
            int length = textLength - runStart;
            runsLength = putNumber(runs, runsLength, ((long) length << 1) | (repeats ? 1L : 0L));
            if (!repeats) {
                runsLength = putNumber(runs, runsLength, runStyle);
            }
            styleBeforeLast = lastStyle;
            lastStyle = runStyle;
            runStart = textLength;
        }

        /// Returns the most bytes that [#write] needs.
        int size() {
            return MAX_NUMBER + textLength + runsLength;
        }

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
}
