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

    /// Returns the index of the first wanted byte; `to` if there is none.
    public static int next(byte wanted, byte[] bytes, int from, int to) {
        int i = near(wanted, 0, false, bytes, from, to);
        while (i < to && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    /// Returns the index of the first wanted byte. If there is none before the last one to seven
    /// bytes, returns the index of these, which are not looked at.
    ///
    /// @param ignored the bits in which a byte may differ from the wanted one, which has them set
    /// @param isControl whether to find also each byte with which a control character may begin
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

    /// Sets the highest bit of each byte that is zero, and perhaps of bytes above such a one.
    private static long zeros(long eight) {
        return (eight - ONES) & ~eight;
    }

    /// Returns the index after the next line end; `to` if there is none.
    public static int lineEnd(byte[] bytes, int from, int to) {
        return Math.min(to, next((byte) '\n', bytes, from, to) + 1);
    }

    /// Returns the start of the line with the byte at index `at`; `least` if that is greater.
    public static int lineStart(byte[] bytes, int at, int least) {
        return behindLast((byte) '\n', bytes, at, least);
    }

    /// Returns the index behind the last wanted byte before an index; `least` if there is none.
    public static int behindLast(byte wanted, byte[] bytes, int before, int least) {
        int i = before;
        while (i > least && bytes[i - 1] != wanted) {
            i--;
        }
        return i;
    }
}
