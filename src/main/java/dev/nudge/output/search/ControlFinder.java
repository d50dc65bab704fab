package dev.nudge.output.search;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds control characters of some kinds in blocks of bytes, in order. For one thread.
final class ControlFinder {
    /// The C library looks for so many bytes at once in a fifth of the time that it takes for more.
    static final int AT_ONCE = 16;

    static final int NEVER = Integer.MAX_VALUE;

    private final MemorySegment wanted;
    private final byte first;
    private int next;

    /// @param first the bytes with which they begin, at most [#AT_ONCE]; only one if it may also be
    ///   harmless
    ControlFinder(int... first) {
        this.first = (byte) first[0];
        this.wanted = Arena.ofAuto().allocate(first.length + 1L); // zeros: the last is the NUL
        for (int i = 0; i < first.length; i++) {
            wanted.set(ValueLayout.JAVA_BYTE, i, (byte) first[i]);
        }
    }

    /// Starts with another block.
    void begin() {
        next = -1;
    }

    /// Returns whether one of its bytes is in the block, or a NUL; harmless ones count too.
    ///
    /// @param mirror outside the heap, with a NUL after the last
    boolean isIn(MemorySegment mirror, int to) {
        return CLibrary.strcspn(mirror, 0, wanted) < to;
    }

    /// Returns the index of the next one, or of a NUL before it; [#NEVER] if there is neither.
    ///
    /// @param mirror the same bytes outside the heap, with a NUL after the last
    /// @param from not before that of an earlier call
    int next(byte[] bytes, MemorySegment mirror, int from, int to) {
        if (next < from) {
            int at = from + CLibrary.strcspn(mirror, from, wanted);
            while (at < to && !ByteScan.isControl(bytes, at, to)) {
                at = ByteScan.next(first, bytes, at + 1, to);
            }
            next = at < to ? at : NEVER;
        }
        return next;
    }
}
