package dev.nudge.terminal.grid;

/// Tells which characters are drawn into the cell before them instead of one of their own: marks,
/// characters after a zero width joiner, and skin tones.
public final class Joining {
    private static final int FIRST_SKIN_TONE = 0x1F3FB;

    private Joining() {}

    /// Returns whether a character joins the one in a column of the row.
    public static boolean joins(Row row, int column, int codePoint, int width) {
        if (!row.isWritten(column)) {
            return false;
        }
        return width == 0
                || (codePoint >= FIRST_SKIN_TONE && isSkinTone(row.cell(column), codePoint))
                || ((row.cell(column) & Row.CLUSTER) != 0
                        && Character.isExtendedPictographic(codePoint)
                        && endsWithJoiner(row, column));
    }

    private static boolean isSkinTone(int cell, int codePoint) {
        return Character.isEmojiModifier(codePoint)
                && Character.isEmojiModifierBase(cell & Row.CODE_POINT);
    }

    private static boolean endsWithJoiner(Row row, int column) {
        String text = row.text(column);
        return text.codePointBefore(text.length()) == CharacterWidth.ZERO_WIDTH_JOINER;
    }
}
