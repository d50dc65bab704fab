package dev.nudge.text;

/// Counts the letters that must be inserted, removed or changed to turn one word into another
/// (Levenshtein).
public final class EditDistance {
    private EditDistance() {}

    /// Returns the number of changes.
    public static int of(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row = next(row, i, from.charAt(i - 1), to);
        }
        return row[to.length()];
    }

    private static int[] next(int[] above, int i, char letter, String to) {
        int[] row = new int[above.length];
        row[0] = i;
        for (int j = 1; j < row.length; j++) {
            int changed = above[j - 1] + (letter == to.charAt(j - 1) ? 0 : 1);
            row[j] = Math.min(changed, 1 + Math.min(above[j], row[j - 1]));
        }
        return row;
    }
}
