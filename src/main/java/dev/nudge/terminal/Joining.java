package dev.nudge.terminal;

/// Which characters are drawn into the cell before them instead of one of their own: marks, what
/// follows a zero width joiner, and skin tones.
final class Joining {
    private Joining() {}

    /// Whether a character joins the one that a column of the row holds.
    static boolean joins(Row row, int column, int codePoint, int width) {
        if (!row.isWritten(column)) {
            return false;
        }
        return width == 0
                || (Character.isEmojiModifier(codePoint)
                        && Character.isEmojiModifierBase(row.cell(column) & Row.CODE_POINT))
                || (Character.isExtendedPictographic(codePoint) && endsWithJoiner(row, column));
    }

    private static boolean endsWithJoiner(Row row, int column) {
        if ((row.cell(column) & Row.CLUSTER) == 0) {
            return false;
        }
        String text = row.text(column);
        return text.codePointBefore(text.length()) == CharacterWidth.ZERO_WIDTH_JOINER;
    }
}
