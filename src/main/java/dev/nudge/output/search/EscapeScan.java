package dev.nudge.output.search;

import dev.nudge.terminal.text.CursorMoves;

/// Finds the ends of escape sequences that consist of printable characters: control sequences (`ESC
/// [`, parameters and a last character), most of which are colours, and short ones such as `ESC (
/// B`. They do not count as text of a readable line, and may occur anywhere in it.
final class EscapeScan {
    static final int ESCAPE = 0x1b;

    private EscapeScan() {}

    /// Returns the end of the one that begins here; `from` if there is none, or if it is one of
    /// those that hold other characters, such as a window's title, or move the cursor.
    ///
    /// @param to the end of all bytes, exclusive
    private static int end(byte[] bytes, int from, int to) {
        if (from + 1 >= to || bytes[from] != ESCAPE || CursorMoves.isAt(bytes, from, to)) {
            return from;
        }
        return switch (bytes[from + 1]) {
            case '[' -> end(bytes, from, from + 2, to, '@');
            case ']', 'P', 'X', '^', '_' -> from;
            default -> end(bytes, from, from + 1, to, '0');
        };
    }

    /// @param at where its end is looked for
    /// @param last the first of the characters with which it ends
    private static int end(byte[] bytes, int from, int at, int to, char last) {
        for (int i = at; i < to; i++) {
            byte b = bytes[i];
            if (b < ' ' || b >= last) {
                return b >= last && b <= '~' ? i + 1 : from;
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
