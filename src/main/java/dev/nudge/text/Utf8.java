package dev.nudge.text;

/// Finds where characters of UTF-8 begin and end.
public final class Utf8 {
    private static final int LONGEST = 4;

    private Utf8() {}

    /// Counts the bytes at the end of a range that begin a character without completing it: 0 to 3.
    /// Returns 0 if the bytes are not UTF-8.
    public static int unfinished(byte[] bytes, int from, int to) {
        for (int back = 1; back < LONGEST && to - back >= from; back++) {
            int b = bytes[to - back] & 0xff;
            if (b < 0x80) {
                return 0;
            }
            if (b >= 0xc0) {
                int size = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
                return size > back ? back : 0;
            }
        }
        return 0;
    }

    /// Counts the bytes at the start of a range that complete a character begun before it: 0 to 3.
    public static int continued(byte[] bytes, int from, int to) {
        int count = 0;
        while (count < LONGEST - 1 && from + count < to && (bytes[from + count] & 0xc0) == 0x80) {
            count++;
        }
        return count;
    }
}
