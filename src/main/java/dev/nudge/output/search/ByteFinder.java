package dev.nudge.output.search;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Finds a text in a block of bytes. If case is to be ignored, the block is to be folded too.
final class ByteFinder {
    private final MemorySegment wanted;

    ByteFinder(String text, boolean isAnyCase) {
        byte[] bytes = ByteScan.folded(text.getBytes(StandardCharsets.UTF_8), isAnyCase);
        wanted = Arena.ofAuto().allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    /// Returns where it begins; -1 if it is not there.
    ///
    /// @param block outside the heap
    int find(MemorySegment block, int from, int to) {
        return CLibrary.memmem(block, from, to, wanted);
    }
}
