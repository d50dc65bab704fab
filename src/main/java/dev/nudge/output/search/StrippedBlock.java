package dev.nudge.output.search;

import java.util.Arrays;

/// Bytes without their control sequences, most of which are colours. Knows where each byte came
/// from; the questions about that must come in order. For one thread.
final class StrippedBlock {
    private static final int MORE = 1024;

    private int room;
    private byte[] bytes = {};
    private int length;
    private int taken;

    /// The indexes of the bytes behind those that were left out.
    private int[] cuts = {};

    /// How many bytes have been left out up to there.
    private int[] removed = {};

    private int count;
    private int passed;

    /// Starts with other bytes, none of which are taken yet.
    ///
    /// @param room how many there may be
    void begin(int room) {
        this.room = room;
        length = 0;
        taken = 0;
        count = 0;
        passed = 0;
    }

    /// Returns what was taken; it begins at 0.
    byte[] bytes() {
        return bytes;
    }

    /// Returns how many bytes were taken.
    int length() {
        return length;
    }

    /// If a control sequence begins with an escape character (`ESC [`, parameters and a last
    /// character), takes the bytes before it, and leaves it out.
    ///
    /// @param to the end of all bytes, exclusive
    /// @return where to look for the next escape character
    int cut(byte[] block, int escape, int to) {
        int end = sequenceEnd(block, escape, to);
        if (end == escape) {
            return escape + 1;
        }
        take(block, escape);
        taken = end;
        note(end - escape);
        return end;
    }

    /// Takes all bytes up to an index.
    void take(byte[] block, int to) {
        if (bytes.length < room) {
            bytes = new byte[room];
        }
        System.arraycopy(block, taken, bytes, length, to - taken);
        length += to - taken;
        taken = to;
    }

    /// Returns the end of the control sequence that begins here; `from` if there is none.
    private static int sequenceEnd(byte[] block, int from, int to) {
        if (from + 1 >= to || block[from + 1] != '[') {
            return from;
        }
        int i = from + 2;
        while (i < to && block[i] >= ' ' && block[i] <= '?') {
            i++;
        }
        return i < to && block[i] >= '@' && block[i] <= '~' ? i + 1 : from;
    }

    private void note(int size) {
        if (count == cuts.length) {
            cuts = Arrays.copyOf(cuts, 2 * count + MORE);
            removed = Arrays.copyOf(removed, cuts.length);
        }
        cuts[count] = length;
        removed[count] = removed(count) + size;
        count++;
    }

    private int removed(int cutsBefore) {
        return cutsBefore == 0 ? 0 : removed[cutsBefore - 1];
    }

    /// Returns the original index of a byte that was taken.
    int original(int index) {
        while (passed < count && cuts[passed] <= index) {
            passed++;
        }
        return index + removed(passed);
    }

    /// Returns the index of a byte, or of the first one behind a sequence that was left out.
    ///
    /// @param original where the byte was, or where the sequence began
    int index(int original) {
        while (passed < count && cuts[passed] + removed[passed] <= original) {
            passed++;
        }
        return original - removed(passed);
    }
}
