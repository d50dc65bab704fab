package dev.nudge.delivery.screen;

import java.util.List;

/// Compares a text with the rows in which a prompt shows it. A prompt breaks rows between words,
/// where it drops or hides the white space, or within a word that is longer than a row.
final class VisibleText {
    private VisibleText() {}

    /// Returns whether the rows show the whole text and nothing else.
    static boolean isWhole(List<String> rows, String text) {
        if (!text.startsWith(rows.getFirst())) {
            return false;
        }
        int position = rows.getFirst().length();
        for (String row : rows.subList(1, rows.size())) {
            position = afterRow(text, position, row);
            if (position < 0) {
                return false;
            }
        }
        return text.substring(position).isBlank();
    }

    /// Returns where the text continues after the row, or -1 if the row does not come next.
    private static int afterRow(String text, int from, String row) {
        for (int start = from; start <= text.length(); start++) {
            if (text.startsWith(row, start)) {
                return start + row.length();
            }
            if (start == text.length() || !Character.isWhitespace(text.charAt(start))) {
                return -1;
            }
        }
        return -1;
    }
}
