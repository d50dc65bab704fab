package dev.nudge.output;

import dev.nudge.output.RawLine.Before;
import dev.nudge.text.Utf8;
import java.util.Arrays;

/// Collects the bytes of one line; of a very long one it keeps only the start or the end. No
/// character is cut. In a very long line, what a carriage return overwrites is not kept.
final class LongLine {
    private static final int ROOM = 2 * RawLine.LONGEST;

    private final boolean isEndKept;
    private byte[] kept = new byte[128];
    private int length;
    private long before;
    private long after;
    private boolean isBegun = true;

    private LongLine(boolean isEndKept) {
        this.isEndKept = isEndKept;
    }

    /// Returns a collector that keeps the start of a very long line.
    static LongLine start() {
        return new LongLine(false);
    }

    /// Returns a collector that keeps the end of a very long line.
    ///
    /// @param isWhole whether the first line begins with the first byte
    static LongLine end(boolean isWhole) {
        LongLine line = new LongLine(true);
        line.isBegun = isWhole;
        return line;
    }

    void next() {
        length = 0;
        before = 0;
        after = 0;
        isBegun = true;
    }

    void add(byte b) {
        if (b == '\r' && before + length + after > RawLine.LONGEST) {
            before += length + after;
            length = 0;
            after = 0;
        }
        if (length == RawLine.LONGEST && !isEndKept) {
            after++;
            return;
        }
        if (length == ROOM) {
            drop(ROOM - RawLine.LONGEST);
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
        if (length > RawLine.LONGEST) {
            drop(length - RawLine.LONGEST);
        }
        if (before > 0 || !isBegun) {
            drop(Utf8.continued(kept, 0, length));
        }
        int cut = after == 0 ? 0 : Utf8.unfinished(kept, 0, length);
        return new RawLine(
                number,
                Arrays.copyOf(kept, length - cut),
                new Before(before, isBegun),
                after + cut,
                end,
                isComplete);
    }
}
