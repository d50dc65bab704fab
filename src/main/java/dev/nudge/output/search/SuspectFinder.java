package dev.nudge.output.search;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Finds places in a block of bytes at which a wanted text may be readable, though it is not in the
/// bytes: control characters, and control sequences inside such a text. For one thread.
final class SuspectFinder {
    static final int NEVER = Integer.MAX_VALUE;
    private static final int BYTES = 256;

    /// The C library looks for so many bytes at once in a fifth of the time that it takes for more.
    private static final int AT_ONCE = 16;

    private final List<byte[]> texts;
    private final boolean isAnyCase;

    /// Which bytes may be followed by another in a wanted text. Asked first: it stays in the cache
    /// of the processor.
    private final boolean[] isFollowed = new boolean[BYTES];

    /// Which two bytes follow one another in a wanted text.
    private final boolean[] isPair = new boolean[BYTES * BYTES];

    /// The first bytes of all other control characters, and the index of the next of each.
    private final List<MemorySegment> controls = controls();

    private final int[] next = new int[controls.size()];

    private final ByteFinder escapes = new ByteFinder("\u001b", false);
    private final ByteFinder returns = new ByteFinder("\r", false);
    private boolean hasEscapes;
    private boolean hasReturns;

    /// @param isAnyCase whether ASCII letters may be of either case
    SuspectFinder(List<String> wanted, boolean isAnyCase) {
        this.isAnyCase = isAnyCase;
        this.texts =
                wanted.stream()
                        .map(t -> ByteScan.folded(t.getBytes(StandardCharsets.UTF_8), isAnyCase))
                        .toList();
        for (byte[] text : texts) {
            for (int i = 1; i < text.length; i++) {
                isPair[pair(text[i - 1], text[i])] = true;
                note(text[i - 1]);
            }
        }
    }

    private void note(byte followed) {
        for (int b = 0; b < BYTES; b++) {
            isFollowed[b] |= folded((byte) b) == followed;
        }
    }

    private static int pair(byte first, byte second) {
        return (first & 0xff) << 8 | (second & 0xff);
    }

    private static List<MemorySegment> controls() {
        int[] all =
                IntStream.range(1, BYTES)
                        .filter(b -> ByteScan.isSuspect(b) && b != CsiScan.ESCAPE && b != '\r')
                        .toArray();
        return IntStream.iterate(0, i -> i < all.length, i -> i + AT_ONCE)
                .mapToObj(i -> Arrays.copyOfRange(all, i, Math.min(all.length, i + AT_ONCE)))
                .map(SuspectFinder::withNul)
                .toList();
    }

    private static MemorySegment withNul(int[] bytes) {
        MemorySegment segment = Arena.ofAuto().allocate(bytes.length + 1L); // zeros
        for (int i = 0; i < bytes.length; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) bytes[i]);
        }
        return segment;
    }

    /// Starts with another block.
    ///
    /// @param mirror the bytes outside the heap, with a NUL after the last
    void begin(MemorySegment mirror, int to) {
        Arrays.fill(next, -1);
        hasEscapes = escapes.find(mirror, 0, to) >= 0;
        hasReturns = returns.find(mirror, 0, to) >= 0;
    }

    /// Returns the index of the first such place; [#NEVER] if there is none.
    ///
    /// @param mirror the same bytes as before
    /// @param from where a line begins
    int find(byte[] bytes, MemorySegment mirror, int from, int to) {
        int found = to;
        for (int i = 0; i < next.length; i++) {
            if (next[i] < from) {
                next[i] = control(controls.get(i), bytes, mirror, from, to);
            }
            found = Math.min(found, next[i]);
        }
        found = hasReturns ? loneReturn(bytes, from, found, to) : found;
        found = hasEscapes ? escape(bytes, from, found, to) : found;
        return found == to ? NEVER : found;
    }

    private static int control(
            MemorySegment some, byte[] bytes, MemorySegment mirror, int from, int to) {
        int at = from + CLibrary.strcspn(mirror, from, some);
        while (at < to && !ByteScan.isControl(bytes, at, to)) {
            at++;
            at += CLibrary.strcspn(mirror, at, some);
        }
        return at;
    }

    /// Returns the first return that ends no line, before another place.
    private static int loneReturn(byte[] bytes, int from, int other, int to) {
        int at = ByteScan.next(ByteScan.RETURNS, bytes, from, other);
        while (at < other && !ByteScan.isControl(bytes, at, to)) {
            at = ByteScan.next(ByteScan.RETURNS, bytes, at + 1, other);
        }
        return at;
    }

    /// Returns the first escape character before another place with which no control sequence
    /// begins, or one inside a wanted text.
    private int escape(byte[] bytes, int from, int other, int to) {
        int text = from;
        int at = ByteScan.next(ByteScan.ESCAPES, bytes, from, other);
        while (at < other) {
            int end = CsiScan.end(bytes, at, to);
            if (end < to && bytes[end] == CsiScan.ESCAPE) {
                end = CsiScan.endOfAll(bytes, at, to);
            }
            boolean mayBeInText = at > text && isFollowed[bytes[at - 1] & 0xff];
            if (end == at || (mayBeInText && isInText(bytes, text, at, end, to))) {
                return at;
            }
            text = end;
            at = ByteScan.next(ByteScan.ESCAPES, bytes, end, other);
        }
        return other;
    }

    /// Returns whether a wanted text may begin before the sequences that begin at an index, and end
    /// behind them.
    ///
    /// @param text where the text before them begins
    private boolean isInText(byte[] bytes, int text, int at, int end, int to) {
        return end < to
                && isPair[pair(folded(bytes[at - 1]), folded(bytes[end]))]
                && isInAny(bytes, text, at, end, to);
    }

    private byte folded(byte b) {
        return ByteScan.folded(b, isAnyCase);
    }

    private boolean isInAny(byte[] bytes, int text, int at, int end, int to) {
        for (byte[] wanted : texts) {
            for (int i = 1; i < wanted.length; i++) {
                if (isBegun(wanted, i, bytes, text, at) && isEnded(wanted, i, bytes, end, to)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Returns whether the bytes up to an index end with the beginning of a text, or are the end of
    /// it.
    private boolean isBegun(byte[] wanted, int length, byte[] bytes, int from, int to) {
        for (int i = 1; i <= Math.min(length, to - from); i++) {
            if (folded(bytes[to - i]) != wanted[length - i]) {
                return false;
            }
        }
        return true;
    }

    /// Returns whether the bytes from an index on begin with the rest of a text, as far as no
    /// control sequence begins.
    private boolean isEnded(byte[] wanted, int start, byte[] bytes, int from, int to) {
        int most = Math.min(wanted.length - start, to - from);
        for (int i = 0; i < most && bytes[from + i] != CsiScan.ESCAPE; i++) {
            if (folded(bytes[from + i]) != wanted[start + i]) {
                return false;
            }
        }
        return true;
    }
}
