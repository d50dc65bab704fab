package dev.nudge.output.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Scans bytes for one of them, eight at a time: daemon and commands run without the second
/// compiler of the JVM, so a look at each byte takes several times as long.
public final class ByteScan {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long NUMBERS = 0x0001020304050607L;

    private ByteScan() {}

    /// Returns the index of the first byte that is this one; `to` if there is none.
    public static int next(byte wanted, byte[] bytes, int from, int to) {
        int i = near(wanted, 0, false, bytes, from, to);
        while (i < to && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    /// Returns the index of the first byte that is this one; if there is none, one of the last
    /// eight, or `to`.
    ///
    /// @param ignored the bits that need not be those of the byte, which has them
    /// @param isControl whether a byte with which a control character may begin counts too
    static int near(byte wanted, int ignored, boolean isControl, byte[] bytes, int from, int to) {
        long eightTimes = ONES * (wanted & 0xff);
        long bits = ONES * ignored;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long eight = (long) LONGS.get(bytes, i);
            long found = zeros((eight | bits) ^ eightTimes);
            if (isControl) {
                found |= (eight - ONES * ' ') & ~eight;
                found |= zeros(eight ^ ONES * 0x7f) | zeros(eight ^ ONES * 0xc2);
            }
            found &= HIGHS;
            if (found != 0) {
                // Without the second compiler, this takes less time than to count zeros.
                return i + (int) ((((found & -found) >>> 7) * NUMBERS) >>> 56);
            }
        }
        return i;
    }

    /// Returns bits of which the highest one of each byte is set that is zero, and perhaps of bytes
    /// above one.
    private static long zeros(long eight) {
        return (eight - ONES) & ~eight;
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
        while (i > least && bytes[i - 1] != '\n') {
            i--;
        }
        return i;
    }
}
