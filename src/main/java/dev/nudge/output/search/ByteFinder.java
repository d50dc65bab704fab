package dev.nudge.output.search;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Finds a text in a block of bytes. If case is to be ignored, the block is to be folded too.
final class ByteFinder {
    private final MemorySegment wanted;
    private final MemorySegment wantedWithNul;
    private final boolean hasInnerNul;

    ByteFinder(String text, boolean isAnyCase) {
        byte[] bytes = ByteScan.folded(text.getBytes(StandardCharsets.UTF_8), isAnyCase);
        wantedWithNul = Arena.ofAuto().allocate(bytes.length + 1L);
        wanted = wantedWithNul.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
        hasInnerNul = CLibrary.strlen(wantedWithNul) < bytes.length;
    }

    /// Returns where it begins; -1 if it is not there.
    ///
    /// @param block outside the heap, with a NUL at `to`
    /// @param isWithoutNul whether there is none before it
    int find(MemorySegment block, int from, int to, boolean isWithoutNul) {
        return isWithoutNul && !hasInnerNul
                ? CLibrary.strstr(block, from, wantedWithNul)
                : CLibrary.memmem(block, from, to, wanted);
    }
}
