package dev.nudge.output;

import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import dev.nudge.text.Utf8;
import java.util.Arrays;

/// A line as it is in a log.
///
/// @param number from 1
/// @param bytes without the line end; only a part of a very long line
/// @param before how many bytes are missing before that part; negative if that is not known
/// @param after how many bytes are missing after it
/// @param end offset after it, and after its line end if it has one
/// @param isComplete whether it has a line end
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawLine(long number, byte[] bytes, long before, long after, long end, boolean isComplete) {
    static final int LONGEST = 16 << 10;

    private static final int ESCAPED = 4 << 10;

    /// Returns the text. Of a long line whose bytes are escaped, less is shown.
    String text(LineStyle style) {
        int shown = Math.min(bytes.length, style == LineStyle.ESCAPED ? ESCAPED : LONGEST);
        long left = after + bytes.length - shown;
        String start =
                before < 0
                        ? "[… the start of this line is left out]"
                        : "[… " + Counted.of(before, "byte") + " before this in this line]";
        return (before == 0 ? "" : start)
                + style.text(Arrays.copyOf(bytes, shown))
                + (left == 0 ? "" : "[… " + Counted.of(left, "more byte") + " in this line]");
    }

    /// Collects the bytes of one line; of a very long one it keeps only the start or the end. No
    /// character is cut. In a very long line, what a carriage return overwrites is not kept.
    static final class Collector {
        private static final int ROOM = 2 * LONGEST;
        private final boolean isEndKept;
        private byte[] kept = new byte[128];
        private int length;
        private long before;
        private long after;
        private boolean isBegun;

        /// @param isEndKept whether the end is kept of a very long line, not the start
        /// @param isBegun whether the first line begins with the first byte
        Collector(boolean isEndKept, boolean isBegun) {
            this.isEndKept = isEndKept;
            this.isBegun = isBegun;
        }

        void next() {
            length = 0;
            before = 0;
            after = 0;
            isBegun = true;
        }

        void add(byte b) {
            if (b == '\r' && before + length + after > LONGEST) {
                before += length + after;
                length = 0;
                after = 0;
            }
            if (length == LONGEST && !isEndKept) {
                after++;
                return;
            }
            if (length == ROOM) {
                drop(ROOM - LONGEST);
            }
            if (length == kept.length) {
                kept = Arrays.copyOf(kept, Math.min(ROOM, length * 2));
            }
            kept[length++] = b;
        }

        private void drop(int count) {
            System.arraycopy(kept, count, kept, 0, length - count);
            length -= count;
            before += count;
        }

        boolean isEmpty() {
            return before + length + after == 0;
        }

        RawLine line(long number, long end, boolean isComplete) {
            if (length > LONGEST) {
                drop(length - LONGEST);
            }
            if (before > 0 || !isBegun) {
                drop(Utf8.continued(kept, 0, length));
            }
            int cut = after == 0 ? 0 : Utf8.unfinished(kept, 0, length);
            return new RawLine(
                    number,
                    Arrays.copyOf(kept, length - cut),
                    isBegun ? before : -1,
                    after + cut,
                    end,
                    isComplete);
        }
    }
}
