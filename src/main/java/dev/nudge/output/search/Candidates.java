package dev.nudge.output.search;

import dev.nudge.terminal.text.LineStyle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the lines in which a pattern may be found: those with one of the texts of which every
/// match contains one, and, if lines are to be made readable, those with control characters other
/// than control sequences. For one thread.
final class Candidates {
    /// To link the functions that look through less costs more than it gives.
    private static final int LARGE = 64 << 10;

    private final SearchPattern pattern;
    private final LineStyle style;
    private final StrippedBlock stripped = new StrippedBlock();
    private List<ByteFinder> finders = List.of();
    private int[] next = {};
    private @Nullable ControlFinder controls;
    private int nextControl;
    private byte[] bytes = {};
    private int length;
    private MemorySegment mirror = MemorySegment.NULL;
    private MemorySegment texts = MemorySegment.NULL;
    private byte[] folded = {};

    Candidates(SearchPattern pattern, LineStyle style) {
        this.pattern = pattern;
        this.style = style;
    }

    /// Whether texts that a match contains are looked for. Otherwise every line is a candidate.
    boolean areChosen() {
        return !finders.isEmpty();
    }

    /// Starts with other bytes.
    ///
    /// @param to behind the last byte, at least 1
    void begin(byte[] block, int to) {
        if (finders.isEmpty() && to >= LARGE && !pattern.needed().isEmpty()) {
            link();
        }
        if (finders.isEmpty()) {
            return;
        }
        if (mirror.byteSize() <= block.length) {
            mirror = Arena.ofAuto().allocate(block.length + 1L);
            texts = pattern.isAnyCase() ? Arena.ofAuto().allocate(block.length) : mirror;
            folded = new byte[pattern.isAnyCase() ? block.length : 0];
        }
        look(block, to);
        if (controls != null) {
            strip(controls, block, to);
            controls.begin();
        }
        if (pattern.isAnyCase()) {
            ByteScan.fold(bytes, folded, length);
            MemorySegment.copy(folded, 0, texts, ValueLayout.JAVA_BYTE, 0, length);
        }
        Arrays.fill(next, -1);
        nextControl = -1;
    }

    private void link() {
        boolean isAnyCase = pattern.isAnyCase();
        finders = pattern.needed().stream().map(t -> new ByteFinder(t, isAnyCase)).toList();
        next = new int[finders.size()];
        if (style == LineStyle.READABLE) {
            controls = new ControlFinder();
        }
    }

    /// Makes these the bytes that are looked through, and copies them to where the functions of the
    /// C library find them, with a NUL behind them.
    private void look(byte[] block, int to) {
        bytes = block;
        length = to;
        MemorySegment.copy(block, 0, mirror, ValueLayout.JAVA_BYTE, 0, to);
        mirror.set(ValueLayout.JAVA_BYTE, to, (byte) 0);
    }

    /// Leaves the control sequences out. They do not count as text, and may occur anywhere in it.
    private void strip(ControlFinder finder, byte[] block, int to) {
        stripped.begin(block.length);
        int escape = finder.escape(mirror, 0, to);
        if (escape < 0) {
            return;
        }
        while (escape >= 0) {
            escape = finder.escape(mirror, stripped.cut(block, escape, to), to);
        }
        stripped.take(block, to);
        look(stripped.bytes(), stripped.length());
    }

    /// Returns a byte of the next line that may match; a very large number if there is none.
    ///
    /// @param at where a line begins; not before what an earlier call returned
    int next(int at) {
        if (finders.isEmpty()) {
            return at;
        }
        int from = stripped.index(at);
        int candidate = Integer.MAX_VALUE;
        for (int i = 0; i < next.length; i++) {
            if (next[i] < from) {
                next[i] = orNever(finders.get(i).find(texts, from, length));
            }
            candidate = Math.min(candidate, next[i]);
        }
        if (controls != null) {
            if (nextControl < from) {
                nextControl = orNever(controls.find(bytes, mirror, from, length));
            }
            candidate = Math.min(candidate, nextControl);
        }
        return candidate < length ? stripped.original(candidate) : candidate;
    }

    private static int orNever(int found) {
        return found < 0 ? Integer.MAX_VALUE : found;
    }
}
