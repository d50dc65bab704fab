package dev.nudge.terminal.text;

import java.nio.charset.StandardCharsets;

/// Finds the escape sequences that move the cursor or change what has been written, except those
/// that erase the rest of the line. A line without them reads from left to right.
public final class CursorMoves {
    private static final int ESC = 0x1b;

    /// The final characters of these control sequences.
    private static final String MOVES = "ABCDEFGHJLMPX@`adefsu";

    private CursorMoves() {}

    /// Returns whether such a sequence begins with the escape character at index `escape`. One that
    /// is not complete before `to` does not count.
    public static boolean isAt(byte[] bytes, int escape, int to) {
        if (escape + 1 >= to) {
            return false;
        }
        return switch (bytes[escape + 1]) {
            case '7', '8', 'D', 'E', 'M' -> true;
            case '[' -> isControl(bytes, escape + 2, to);
            default -> false;
        };
    }

    private static boolean isControl(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && ((bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == ';')) {
            at++;
        }
        if (at == to) {
            return false;
        }
        return bytes[at] == 'K'
                ? at > from && bytes[at - 1] != '0'
                : bytes[at] > 0 && MOVES.indexOf(bytes[at]) >= 0;
    }

    static boolean areIn(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == ESC && isAt(bytes, i, bytes.length)) {
                return true;
            }
        }
        return false;
    }

    static boolean areIn(String text) {
        // Other characters become question marks, which do not matter.
        return text.indexOf(ESC) >= 0 && areIn(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
