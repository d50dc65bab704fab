package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Style;

/// The place and the look of the next character: everything that DECSC saves.
final class Cursor {
    /// Row and column, from 0, on the screen.
    int row;

    int column;

    /// True if the last column has just been written: the next character goes to the next row.
    boolean isWrapPending;

    long style;

    /// True if rows are counted from the top margin (DECOM).
    boolean isOrigin;

    /// Which of the character sets G0 to G3 is in use.
    int charset;

    private int graphicSets;

    boolean isGraphic() {
        return (graphicSets & (1 << charset)) != 0;
    }

    /// Returns whether the cursor is restored by its position and its style alone.
    boolean isPlain() {
        return !isWrapPending && !isOrigin && charset == 0 && graphicSets == 0;
    }

    void designate(int place, boolean isGraphic) {
        graphicSets = isGraphic ? graphicSets | (1 << place) : graphicSets & ~(1 << place);
    }

    void moveTo(int newRow, int newColumn) {
        row = newRow;
        column = newColumn;
        isWrapPending = false;
    }

    void set(Cursor other) {
        moveTo(other.row, other.column);
        isWrapPending = other.isWrapPending;
        style = other.style;
        isOrigin = other.isOrigin;
        charset = other.charset;
        graphicSets = other.graphicSets;
    }

    void reset() {
        style = Style.DEFAULT;
        isOrigin = false;
        charset = 0;
        graphicSets = 0;
        isWrapPending = false;
    }

    void clamp(int rows, int columns) {
        row = Math.clamp(row, 0, rows - 1);
        column = Math.min(column, columns - 1);
        isWrapPending = isWrapPending && column == columns - 1;
    }
}
