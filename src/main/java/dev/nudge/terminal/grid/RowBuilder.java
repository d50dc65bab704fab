package dev.nudge.terminal.grid;

/// Builds one long row from the characters of several, so that it can be rewrapped. Characters join
/// as they do when they are printed.
public final class RowBuilder {
    private static final int INITIAL = 128;

    private Row row = new Row(INITIAL);
    private int length;

    /// Returns the number of cells so far.
    public int length() {
        return length;
    }

    /// Appends characters in one style; U+0000 is an unwritten cell.
    void append(String text, long style) {
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            append(codePoint, style);
        }
    }

    private void append(int codePoint, long style) {
        int width = CharacterWidth.of(codePoint);
        if (codePoint < 0x80 || !row.join(length, codePoint, width)) {
            put(codePoint, width, style);
        }
    }

    private void put(int codePoint, int width, long style) {
        reserve(width);
        if (codePoint == 0) {
            row.erase(length, length + 1, style);
        } else {
            row.put(length, codePoint, width, style);
        }
        length += width;
    }

    /// Appends the first cells of a row.
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

    /// Returns the row, exactly as long as what was appended.
    public Row row() {
        row.resize(length);
        return row;
    }
}
