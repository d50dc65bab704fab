package dev.nudge.output.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Scans bytes, eight at a time.
public final class ByteScan {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long LOWS = 0x7f7f7f7f7f7f7f7fL;
    private static final long DELETES = 0x7f7f7f7f7f7f7f7fL;
    private static final long C2S = 0xc2c2c2c2c2c2c2c2L;
    private static final long BLANKS = 0x2020202020202020L;
    private static final long NUMBERS = 0x0001020304050607L;
    private static final long LINE_ENDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long EVEN = 0x00ff00ff00ff00ffL;
    private static final long PAIR_ONES = 0x0001000100010001L;
    private static final int MOST_COUNTED = 255;
    private static final int DELETE = 0x7f;

    /// The first byte of U+0080 to U+00BF in UTF-8.
    static final int C2 = 0xc2;

    private ByteScan() {}

    /// Returns the index of the first control character, except tabs and line ends; `to` if there
    /// is none.
    ///
    /// @param to the end, exclusive
    static int control(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long suspects = suspects((long) LONGS.get(bytes, i));
            for (; suspects != 0; suspects &= suspects - 1) {
                int at = i + firstByte(suspects);
                if (isControl(bytes, at, to)) {
                    return at;
                }
            }
        }
        while (i < to && !isControl(bytes, i, to)) {
            i++;
        }
        return i;
    }

    /// Returns the highest bit of each byte that is below 0x20, or one of the two others that
    /// matter, and perhaps of others.
    private static long suspects(long eight) {
        long low = (eight - BLANKS) & ~eight;
        return (low | zeros(eight ^ DELETES) | zeros(eight ^ C2S)) & HIGHS;
    }

    /// Returns bits of which the highest one of each byte is set that is zero, and perhaps of bytes
    /// above one.
    private static long zeros(long eight) {
        return (eight - ONES) & ~eight;
    }

    /// Returns which byte is the lowest with its highest bit set. Without the second compiler, this
    /// takes less time than to count zeros.
    private static int firstByte(long highs) {
        return (int) ((((highs & -highs) >>> 7) * NUMBERS) >>> 56);
    }

    /// Returns the index of the first byte that is this one; `to` if there is none.
    public static int next(byte wanted, byte[] bytes, int from, int to) {
        long eightTimes = ONES * (wanted & 0xff);
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long found = zeros((long) LONGS.get(bytes, i) ^ eightTimes) & HIGHS;
            if (found != 0) {
                return i + firstByte(found);
            }
        }
        while (i < to && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    /// Returns the index of the first such byte that directly follows some other bytes; `to` if
    /// there is none. The byte at `from` can only be the one before.
    ///
    /// @param mayPrecede which two bytes it may follow, by [#pair]; the first is 0 where there is
    ///   none
    static int nextBehind(boolean[] mayPrecede, byte wanted, byte[] bytes, int from, int to) {
        long eightTimes = ONES * (wanted & 0xff);
        int i = from + 1;
        for (; i + 8 <= to; i += 8) {
            long found = zeros((long) LONGS.get(bytes, i) ^ eightTimes) & HIGHS;
            for (; found != 0; found &= found - 1) {
                int at = i + firstByte(found);
                if (mayPrecede[pairBefore(bytes, at)] && bytes[at] == wanted) {
                    return at;
                }
            }
        }
        while (i < to && !(bytes[i] == wanted && mayPrecede[pairBefore(bytes, i)])) {
            i++;
        }
        return Math.min(i, to);
    }

    private static int pairBefore(byte[] bytes, int at) {
        return pair(at > 1 ? bytes[at - 2] : 0, bytes[at - 1]);
    }

    /// Returns two bytes as one number, 0 to 65,535.
    static int pair(byte first, byte second) {
        return (first & 0xff) << 8 | (second & 0xff);
    }

    /// Returns whether a control character is at this index, except tabs and line ends.
    ///
    /// @param end the end, exclusive
    static boolean isControl(byte[] bytes, int at, int end) {
        return isControl(bytes[at] & 0xff, at + 1 < end ? bytes[at + 1] & 0xff : -1);
    }

    /// Returns whether this byte is a control character whatever follows.
    static boolean isControl(int b) {
        return b != '\r' && b != C2 && isControl(b, -1);
    }

    private static boolean isControl(int b, int next) {
        return switch (b) {
            case '\t', '\n' -> false;
            case '\r' -> next != '\n';
            case C2 -> next >= 0x80 && next < 0xa0;
            default -> b < 0x20 || b == DELETE;
        };
    }

    /// Makes the two cases of each ASCII letter equal, and some other bytes too: whatever was equal
    /// but for the case is equal afterwards.
    static void fold(byte[] bytes, byte[] folded, int length) {
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            LONGS.set(folded, i, (long) LONGS.get(bytes, i) | BLANKS);
        }
        for (; i < length; i++) {
            folded[i] = folded(bytes[i], true);
        }
    }

    /// Returns the bytes in this way if case is to be ignored.
    static byte[] folded(byte[] bytes, boolean isAnyCase) {
        byte[] folded = bytes.clone();
        if (isAnyCase) {
            fold(bytes, folded, bytes.length);
        }
        return folded;
    }

    /// Returns a byte in this way if case is to be ignored.
    static byte folded(byte b, boolean isAnyCase) {
        return isAnyCase ? (byte) (b | ' ') : b;
    }

    /// Counts the line ends.
    public static int lines(byte[] bytes, int from, int to) {
        int lines = 0;
        int i = from;
        for (int left = (to - from) / 8; left > 0; ) {
            int count = Math.min(left, MOST_COUNTED);
            lines += linesInLongs(bytes, i, count);
            i += 8 * count;
            left -= count;
        }
        for (; i < to; i++) {
            lines += bytes[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    /// Counts in each byte of a number, which holds up to 255, and adds the eight up at the end.
    private static int linesInLongs(byte[] bytes, int from, int count) {
        long counts = 0;
        for (int i = from; i < from + 8 * count; i += 8) {
            long differs = (long) LONGS.get(bytes, i) ^ LINE_ENDS;
            long isOther = ((differs & LOWS) + LOWS) | differs;
            counts += (~isOther & HIGHS) >>> 7;
        }
        long pairs = (counts & EVEN) + ((counts >>> 8) & EVEN);
        return (int) ((pairs * PAIR_ONES) >>> 48);
    }

    /// Returns the index after the next line end; `to` if there is none.
    public static int lineEnd(byte[] bytes, int from, int to) {
        return Math.min(to, next((byte) '\n', bytes, from, to) + 1);
    }

    /// Returns the start of the line with this byte.
    ///
    /// @param least where to stop
    public static int lineStart(byte[] bytes, int at, int least) {
        int i = at;
        while (i - 8 >= least && (zeros((long) LONGS.get(bytes, i - 8) ^ LINE_ENDS) & HIGHS) == 0) {
            i -= 8;
        }
        while (i > least && bytes[i - 1] != '\n') {
            i--;
        }
        return i;
    }
}
