package dev.nudge.terminal.grid;

/// Builds one long row from the characters of several, so that it can be rewrapped. Characters join
/// as they do when they are printed.
public final class RowBuilder {
    private static final int INITIAL = 128;

    private Row row = new Row(INITIAL);
    private int length;

    public int length() {
        return length;
    }

    /// Appends characters in one style; U+0000 is an unwritten cell.
    void append(String text, long style) {
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int codePoint = text.codePointAt(i);
            int width = CharacterWidth.of(codePoint);
            if (codePoint < 0x80 || !row.join(length, codePoint, width)) {
                reserve(width);
                if (codePoint == 0) {
                    row.erase(length, length + 1, style);
                } else {
                    row.put(length, codePoint, width, style);
                }
                length += width;
            }
        }
    }

    public void append(Row other, int count) {
        reserve(count);
        row.copy(other, 0, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (length + count > row.columns()) {
            row.resize(Math.max(length + count, row.columns() * 2));
        }
    }

    public Row row() {
        row.resize(length);
        row.breakHalves();
        return row;
    }
}
