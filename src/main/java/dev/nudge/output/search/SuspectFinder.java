package dev.nudge.output.search;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Finds places in a block of bytes at which a wanted text may be readable, though it is not in the
/// bytes: control characters and escape sequences inside such a text. Most of them can interrupt it
/// only directly behind one of its characters, so no others are read. For one thread.
final class SuspectFinder {
    private static final int BYTES = 256;
    private static final byte[] ALL = allBytes();
    private static final byte VERTICAL_TAB = 0x0b;

    /// In a longer text, two bytes are enough of a suspicion.
    private static final int LONG = 64;

    private final List<byte[]> texts;
    private final boolean isAnyCase;

    /// Which bytes may be followed by another in a wanted text.
    private final boolean[] isFollowed = new boolean[BYTES];

    /// Which two bytes follow one another in a wanted text, folded.
    private final boolean[] isPair = new boolean[BYTES * BYTES];

    /// Which two bytes may be the last of a wanted text that is interrupted behind them: the second
    /// begins it, or both are in it.
    private final boolean[] isBegun = new boolean[BYTES * BYTES];

    private final List<ControlFinder> controls = controls();
    private final ControlFinder escapes = new ControlFinder(EscapeScan.ESCAPE);
    private final ControlFinder returns = new ControlFinder('\r');
    private boolean hasEscapes;
    private BlockControls inBlock = BlockControls.ANY;

    /// @param isAnyCase whether ASCII letters may be of either case
    SuspectFinder(List<String> wanted, boolean isAnyCase) {
        this.isAnyCase = isAnyCase;
        this.texts =
                wanted.stream()
                        .map(t -> ByteScan.folded(t.getBytes(StandardCharsets.UTF_8), isAnyCase))
                        .toList();
        texts.forEach(this::note);
    }

    private void note(byte[] text) {
        for (int i = 1; i < text.length; i++) {
            isPair[ByteScan.pair(text[i - 1], text[i])] = true;
            noteFollowed(i > 1 ? bytes(text[i - 2]) : ALL, bytes(text[i - 1]));
        }
    }

    private void noteFollowed(byte[] before, byte[] followed) {
        for (byte last : followed) {
            isFollowed[last & 0xff] = true;
            for (byte first : before) {
                isBegun[ByteScan.pair(first, last)] = true;
            }
        }
    }

    /// Returns the bytes that are this one when they are folded.
    private byte[] bytes(byte wanted) {
        byte other = (byte) (wanted & ~' ');
        return folded(other) == wanted ? new byte[] {wanted, other} : new byte[] {wanted};
    }

    /// Returns what finds all control characters but escapes and returns: no text continues behind
    /// a return.
    private static List<ControlFinder> controls() {
        int[] certain =
                IntStream.range(1, BYTES)
                        .filter(b -> ByteScan.isControl(b) && b != EscapeScan.ESCAPE)
                        .toArray();
        List<ControlFinder> finders = new ArrayList<>();
        for (int i = 0; i < certain.length; i += ControlFinder.AT_ONCE) {
            int end = Math.min(certain.length, i + ControlFinder.AT_ONCE);
            finders.add(new ControlFinder(Arrays.copyOfRange(certain, i, end)));
        }
        finders.add(new ControlFinder(ByteScan.C2));
        return finders;
    }

    private static byte[] allBytes() {
        byte[] all = new byte[BYTES];
        for (int b = 0; b < BYTES; b++) {
            all[b] = (byte) b;
        }
        return all;
    }

    /// Starts with another block.
    ///
    /// @param mirror the bytes outside the heap, with a NUL after the last
    void begin(byte[] bytes, MemorySegment mirror, int to) {
        controls.forEach(ControlFinder::begin);
        hasEscapes = escapes.isIn(mirror, to);
        boolean hasOthers =
                returns.isIn(mirror, to)
                        || controls.stream().anyMatch(c -> c.next(bytes, mirror, 0, to) < to);
        inBlock =
                hasOthers
                        ? BlockControls.ANY
                        : hasEscapes ? BlockControls.ESCAPES : BlockControls.NONE;
    }

    /// Returns which control characters are in the block.
    BlockControls inBlock() {
        return inBlock;
    }

    /// Returns the index of the first such place; [ControlFinder#NEVER] if there is none.
    ///
    /// @param mirror the same bytes as before
    /// @param from where a line begins
    int find(byte[] bytes, MemorySegment mirror, int from, int to) {
        int found = ControlFinder.NEVER;
        for (ControlFinder finder : controls) {
            int at = finder.next(bytes, mirror, from, to);
            while (at < found && !isSuspicious(bytes, at)) {
                at = finder.next(bytes, mirror, at + 1, to);
            }
            found = Math.min(found, at);
        }
        return hasEscapes ? escape(bytes, from, found, to) : found;
    }

    /// Returns whether a control character may be in a wanted text. Some take away characters
    /// before them, join the lines that they end, or begin sequences; NULs come in large numbers.
    private boolean isSuspicious(byte[] bytes, int at) {
        return switch (bytes[at]) {
            case 0, '\b', VERTICAL_TAB, '\f', (byte) ByteScan.C2 -> true;
            default -> at > 0 && isFollowed[bytes[at - 1] & 0xff];
        };
    }

    /// Returns the first escape character that may be the first to interrupt a wanted text, if it
    /// is before another place; otherwise that place.
    private int escape(byte[] bytes, int from, int other, int to) {
        int most = Math.min(other, to);
        int at = escapeInText(bytes, from, most);
        while (at < most) {
            int end = EscapeScan.endOfAll(bytes, at, to);
            if (isInText(bytes, from, at, end, to)) {
                return at;
            }
            at = escapeInText(bytes, end, most);
        }
        return other;
    }

    private int escapeInText(byte[] bytes, int from, int to) {
        return ByteScan.nextBehind(isBegun, (byte) EscapeScan.ESCAPE, bytes, from, to);
    }

    /// Returns whether a wanted text may begin before the sequences between two indexes, and end
    /// behind them. Anything may follow a sequence whose end is unknown, or another control
    /// character.
    private boolean isInText(byte[] bytes, int from, int at, int end, int to) {
        return end < to
                && (ByteScan.isControl(bytes, end, to)
                        || isPair[ByteScan.pair(folded(bytes[at - 1]), folded(bytes[end]))])
                && isInAny(bytes, from, at, end, to);
    }

    private byte folded(byte b) {
        return ByteScan.folded(b, isAnyCase);
    }

    private boolean isInAny(byte[] bytes, int from, int at, int end, int to) {
        byte last = folded(bytes[at - 1]);
        for (byte[] wanted : texts) {
            if (wanted.length > LONG) {
                return true;
            }
            for (int i = 1; i < wanted.length; i++) {
                if (wanted[i - 1] == last
                        && isBegun(wanted, i, bytes, from, at)
                        && isEnded(wanted, i, bytes, end, to)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Returns whether the bytes before an index end with the first `length` bytes of a text.
    private boolean isBegun(byte[] wanted, int length, byte[] bytes, int from, int to) {
        if (to - from < length) {
            return false;
        }
        for (int i = 1; i <= length; i++) {
            if (folded(bytes[to - i]) != wanted[length - i]) {
                return false;
            }
        }
        return true;
    }

    /// Returns whether the bytes from an index on begin with the rest of a text, up to the next
    /// control character.
    private boolean isEnded(byte[] wanted, int start, byte[] bytes, int from, int to) {
        int most = Math.min(wanted.length - start, to - from);
        int i = 0;
        while (i < most
                && !ByteScan.isControl(bytes, from + i, to)
                && folded(bytes[from + i]) == wanted[start + i]) {
            i++;
        }
        return i == most || ByteScan.isControl(bytes, from + i, to);
    }
}
