package dev.nudge.output.search;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.OptionalInt;

/// Shows the lines that match with the lines around them, each once.
public final class ContextLines implements LineSearch.Found {
    /// The most bytes of lines before a match that are remembered; earlier lines count as skipped.
    private static final int MOST_BEFORE = 4 << 20;

    /// The approximate size of an empty array.
    private static final int ARRAY = 32;

    private final int context;
    private final Shown shown;
    private final Deque<byte[]> before = new ArrayDeque<>();
    private int size;
    private int after;
    private long unshown;
    private boolean hasShown;
    private boolean isGap;

    public interface Shown {
        void matching(byte[] bytes, int from, int to) throws IOException;

        void near(byte[] bytes, int from, int to) throws IOException;

        void skipped(byte[] bytes, int from, int to) throws IOException;

        default void flush() throws IOException {}

        /// Shows that something was left out between what was shown and what follows.
        void gap() throws IOException;
    }

    public ContextLines(int context, Shown shown) {
        this.context = context;
        this.shown = shown;
    }

    /// Continues behind what another instance has shown; `lines` is what its [#after] returned.
    public void resume(int lines) {
        after = lines;
        hasShown = true;
    }

    /// Returns how many of the next lines are shown in any case; empty if nothing has been shown.
    public OptionalInt after() {
        return hasShown ? OptionalInt.of(after) : OptionalInt.empty();
    }

    /// Returns how many bytes have come since the last line that was shown.
    public long unshown() {
        return unshown;
    }

    @Override
    public void matching(byte[] bytes, int from, int to) throws IOException {
        if (isGap && hasShown) {
            shown.gap();
        }
        for (byte[] line : before) {
            shown.near(line, 0, line.length);
        }
        before.clear();
        size = 0;
        isGap = false;
        shown.matching(bytes, from, to);
        hasShown = true;
        after = context;
        unshown = 0;
    }

    @Override
    public void other(byte[] bytes, int from, int to) throws IOException {
        int at = from;
        for (; after > 0 && at < to; after--) {
            int end = ByteScan.lineEnd(bytes, at, to);
            shown.near(bytes, at, end);
            at = end;
            unshown = 0;
        }
        unshown += to - at;
        if (at < to) {
            remember(bytes, at, to);
        }
    }

    @Override
    public void flush() throws IOException {
        shown.flush();
    }

    /// Remembers the last of these lines, and skips the others.
    private void remember(byte[] bytes, int from, int to) throws IOException {
        int start = to;
        for (int lines = 0; lines < context && start > from; lines++) {
            int line = ByteScan.lineStart(bytes, start - 1, from);
            if (to - line + lines * ARRAY > MOST_BEFORE) {
                break;
            }
            start = line;
        }
        if (start > from) {
            skipAllBut(0, 0);
            skip(bytes, from, start);
        }
        for (int at = start; at < to; ) {
            int end = ByteScan.lineEnd(bytes, at, to);
            before.add(Arrays.copyOfRange(bytes, at, end));
            size += ARRAY + end - at;
            at = end;
        }
        skipAllBut(context, MOST_BEFORE);
    }

    /// Takes note of a gap: what follows is not next to what came so far.
    public void interrupt() throws IOException {
        skipAllBut(0, 0);
        after = 0;
        isGap = true;
    }

    private void skipAllBut(int lines, int bytes) throws IOException {
        while (before.size() > lines || size > bytes) {
            byte[] first = before.removeFirst();
            size -= ARRAY + first.length;
            skip(first, 0, first.length);
        }
    }

    private void skip(byte[] bytes, int from, int to) throws IOException {
        isGap = true;
        shown.skipped(bytes, from, to);
    }
}
