package dev.nudge.text;

/// Counts the letters that must be inserted, removed or changed, and the neighbours that must be
/// swapped, to turn one word into another (optimal string alignment).
public final class EditDistance {
    private EditDistance() {}

    /// Returns the number of changes. Keeps three rows of the table only: a word may be very long.
    public static int of(String from, String to) {
        int[][] rows = new int[3][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                rows[i % 3][j] = i == 0 || j == 0 ? i + j : least(rows, from, i, to, j);
            }
        }
        return rows[from.length() % 3][to.length()];
    }

    private static int least(int[][] rows, String from, int i, String to, int j) {
        int[] last = rows[(i - 1) % 3];
        int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int least = Math.min(last[j - 1] + change, 1 + Math.min(last[j], rows[i % 3][j - 1]));
        boolean isSwapped =
                i > 1
                        && j > 1
                        && from.charAt(i - 2) == to.charAt(j - 1)
                        && from.charAt(i - 1) == to.charAt(j - 2);
        return isSwapped ? Math.min(least, rows[(i - 2) % 3][j - 2] + 1) : least;
    }
}
