package dev.nudge.output.search;

import dev.nudge.terminal.text.CursorMoves;
import dev.nudge.terminal.text.LineStyle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the lines in which a pattern may be found: those with one of the texts of which every
/// match contains one, and, if lines are to be made readable, those that may read differently. For
/// one thread.
final class Candidates {
    /// To prepare for less costs more than it gives.
    private static final int LARGE = 64 << 10;

    private final SearchPattern pattern;
    private final LineStyle style;
    private ByteFinder[] finders = {};
    private int[] next = {};
    private @Nullable SuspectFinder suspects;
    private int nextSuspect;
    private byte[] bytes = {};
    private int length;
    private MemorySegment mirror = MemorySegment.NULL;
    private MemorySegment texts = MemorySegment.NULL;
    private byte[] folded = {};
    private boolean isWithoutNul;

    /// Whether the cursor is moved in the block: then any line may read differently.
    private boolean isMoved;

    Candidates(SearchPattern pattern, LineStyle style) {
        this.pattern = pattern;
        this.style = style;
    }

    /// Whether texts that a match contains are looked for. Otherwise every line is a candidate.
    boolean areChosen() {
        return finders.length > 0;
    }

    /// Starts with other bytes.
    ///
    /// @param to behind the last byte, at least 1
    void begin(byte[] block, int to) {
        if (finders.length == 0 && to >= LARGE && !pattern.needed().isEmpty()) {
            prepare(pattern.needed());
        }
        if (finders.length == 0) {
            return;
        }
        if (mirror.byteSize() <= block.length) {
            mirror = Arena.ofAuto().allocate(block.length + 1L);
            texts = pattern.isAnyCase() ? Arena.ofAuto().allocate(block.length + 1L) : mirror;
            folded = new byte[pattern.isAnyCase() ? block.length : 0];
        }
        copy(block, to);
        Arrays.fill(next, -1);
        nextSuspect = ControlFinder.NEVER;
        if (suspects != null) {
            nextSuspect = -1;
            suspects.begin(block, mirror, to);
            isMoved = suspects.inBlock() != BlockControls.NONE && isMoved(block, to);
        }
    }

    private static boolean isMoved(byte[] block, int to) {
        int at = ByteScan.next((byte) EscapeScan.ESCAPE, block, 0, to);
        while (at < to && !CursorMoves.isAt(block, at, to)) {
            at = ByteScan.next((byte) EscapeScan.ESCAPE, block, at + 1, to);
        }
        return at < to;
    }

    /// Copies the bytes to where the functions of the C library find them, with a NUL behind them.
    private void copy(byte[] block, int to) {
        bytes = block;
        length = to;
        MemorySegment.copy(block, 0, mirror, ValueLayout.JAVA_BYTE, 0, to);
        mirror.set(ValueLayout.JAVA_BYTE, to, (byte) 0);
        if (pattern.isAnyCase()) {
            ByteScan.fold(block, folded, to);
            MemorySegment.copy(folded, 0, texts, ValueLayout.JAVA_BYTE, 0, to);
            texts.set(ValueLayout.JAVA_BYTE, to, (byte) 0);
        }
        isWithoutNul = CLibrary.strlen(texts) == to;
    }

    private void prepare(List<String> needed) {
        boolean isAnyCase = pattern.isAnyCase();
        finders = needed.stream().map(t -> new ByteFinder(t, isAnyCase)).toArray(ByteFinder[]::new);
        next = new int[finders.length];
        if (style == LineStyle.READABLE) {
            suspects = new SuspectFinder(needed, isAnyCase);
        }
    }

    /// Returns where a match begins at the earliest.
    ///
    /// @param candidate what [#next] has returned for the line
    /// @param start where the line begins
    int earliest(int candidate, int start) {
        return pattern.isNeededFirst() && candidate < nextSuspect ? candidate : start;
    }

    /// Returns which control characters of this block count.
    BlockControls controls() {
        if (style == LineStyle.RAW) {
            return BlockControls.NONE;
        }
        return suspects == null || isMoved ? BlockControls.ANY : suspects.inBlock();
    }

    /// Returns a byte of the next line that may match; a very large number if there is none.
    ///
    /// @param from where a line begins; not before what an earlier call returned
    int next(int from) {
        if (finders.length == 0 || isMoved) {
            return from;
        }
        int candidate = ControlFinder.NEVER;
        for (int i = 0; i < next.length; i++) {
            if (next[i] < from) {
                int found = finders[i].find(texts, from, length, isWithoutNul);
                next[i] = found < 0 ? ControlFinder.NEVER : found;
            }
            candidate = Math.min(candidate, next[i]);
        }
        if (suspects != null) {
            if (nextSuspect < from) {
                nextSuspect = suspects.find(bytes, mirror, from, length);
            }
            candidate = Math.min(candidate, nextSuspect);
        }
        return candidate;
    }
}
