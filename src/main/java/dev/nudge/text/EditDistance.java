package dev.nudge.text;

/// Counts the letters that must be inserted, removed or changed, and the neighbours that must be
/// swapped, to turn one word into another (optimal string alignment).
public final class EditDistance {
    private EditDistance() {}

    /// Returns the number of changes.
    public static int of(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        int[] above = row;
        for (int i = 1; i <= from.length(); i++) {
            int[] next = next(row, i, from.charAt(i - 1), to);
            if (i > 1) {
                swap(next, above, from.substring(i - 2, i), to);
            }
            above = row;
            row = next;
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

    /// Lowers the distances where two letters were swapped.
    ///
    /// @param before the row before the last one
    private static void swap(int[] row, int[] before, String pair, String to) {
        for (int j = 2; j < row.length; j++) {
            if (pair.charAt(0) == to.charAt(j - 1) && pair.charAt(1) == to.charAt(j - 2)) {
                row[j] = Math.min(row[j], before[j - 2] + 1);
            }
        }
    }
}
