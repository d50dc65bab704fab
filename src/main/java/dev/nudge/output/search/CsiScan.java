package dev.nudge.output.search;

/// Finds the ends of control sequences, most of which are colours: `ESC [` (CSI), parameters and a
/// last character. They do not count as text of a readable line, and may occur anywhere in it.
final class CsiScan {
    static final int ESCAPE = 0x1b;

    private CsiScan() {}

    /// Returns the end of the one that begins here; `from` if there is none.
    ///
    /// @param to the end of all bytes, exclusive
    static int end(byte[] bytes, int from, int to) {
        if (from + 1 >= to || bytes[from] != ESCAPE || bytes[from + 1] != '[') {
            return from;
        }
        for (int i = from + 2; i < to; i++) {
            byte b = bytes[i];
            if (b < ' ' || b > '?') {
                return b >= '@' && b <= '~' ? i + 1 : from;
            }
        }
        return from;
    }

    /// Returns the end of the last of those that begin here and follow one another; `from` if there
    /// is none.
    static int endOfAll(byte[] bytes, int from, int to) {
        int at = end(bytes, from, to);
        while (at > from && at < to && bytes[at] == ESCAPE) {
            int end = end(bytes, at, to);
            if (end == at) {
                break;
            }
            at = end;
        }
        return at;
    }
}
