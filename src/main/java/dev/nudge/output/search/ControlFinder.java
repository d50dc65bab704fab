package dev.nudge.output.search;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds control characters in blocks of bytes, as [ByteScan#control] does. For one thread.
final class ControlFinder {
    /// In a block with more bytes that only look like control characters, as the line ends of a
    /// terminal do, one call for each would cost more than a loop in Java.
    private static final int MOST_MISTAKES = 16;

    private final MemorySegment suspects = suspects();
    private final ByteFinder escapes = new ByteFinder("\u001b", false);
    private int mistakes;

    private static MemorySegment suspects() {
        MemorySegment suspects = Arena.ofAuto().allocate(256); // zeros: the last is the NUL
        int count = 0;
        for (int b = 1; b < 256; b++) {
            if (ByteScan.isSuspect(b)) {
                suspects.set(ValueLayout.JAVA_BYTE, count++, (byte) b);
            }
        }
        return suspects;
    }

    /// Starts with another block.
    void begin() {
        mistakes = 0;
    }

    /// Returns the index of the first escape character; -1 if there is none.
    ///
    /// @param mirror the bytes outside the heap
    int escape(MemorySegment mirror, int from, int to) {
        return escapes.find(mirror, from, to);
    }

    /// Returns the index of the first one, except tabs and line ends; -1 if there is none.
    ///
    /// @param mirror the same bytes outside the heap, with a NUL after the last
    int find(byte[] block, MemorySegment mirror, int from, int to) {
        int at = from;
        for (; mistakes < MOST_MISTAKES; mistakes++) {
            at += (int) CLibrary.strcspn(mirror.asSlice(at), suspects);
            if (at >= to) {
                return -1;
            }
            if (ByteScan.isControl(block, at, to)) {
                return at;
            }
            at++;
        }
        return ByteScan.control(block, at, to);
    }
}
