package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The rows that a terminal shows, with their scroll region. Rows that leave the main screen at its
/// top go to its history; those of the alternate screen are lost.
final class Screen {
    private final Consumer<Row> history;

    /// The cursor that DECSC has saved for this screen.
    final Cursor saved = new Cursor();

    /// The first and the last row of the scroll region.
    int top;

    int bottom;
    private Row[] rows;
    private int columns;

    /// @param history takes the rows that scroll off the top; it must not keep the row objects
    Screen(int columns, int rows, Consumer<Row> history) {
        this.history = history;
        this.columns = columns;
        this.rows = blank(rows, columns).toArray(Row[]::new);
        resetMargins();
    }

    Row row(int index) {
        return rows[index];
    }

    int height() {
        return rows.length;
    }

    int columns() {
        return columns;
    }

    void margins(int newTop, int newBottom) {
        top = newTop;
        bottom = newBottom;
    }

    void resetMargins() {
        margins(0, rows.length - 1);
    }

    /// Scrolls the region up; rows that leave the screen at its top go to history.
    void scrollUp(int count, long style) {
        for (int i = 0; i < Math.min(count, bottom - top + 1); i++) {
            if (top == 0) {
                history.accept(rows[0]);
            }
            rotateUp(top, style);
        }
    }

    /// Inserts blank rows; those at the bottom of the region are lost.
    void insertRows(int at, int count, long style) {
        for (int i = 0; i < Math.min(count, bottom - at + 1); i++) {
            Row last = rows[bottom];
            System.arraycopy(rows, at, rows, at + 1, bottom - at);
            last.clear(style);
            rows[at] = last;
        }
        endWrapAbove(at);
    }

    void deleteRows(int at, int count, long style) {
        for (int i = 0; i < Math.min(count, bottom - at + 1); i++) {
            rotateUp(at, style);
        }
        endWrapAbove(at);
    }

    private void rotateUp(int from, long style) {
        Row first = rows[from];
        System.arraycopy(rows, from + 1, rows, from, bottom - from);
        first.clear(style);
        rows[bottom] = first;
    }

    /// Makes cells of a row unwritten. A row that loses its end no longer continues in the next;
    /// one that loses its start no longer continues the one before.
    void erase(int row, int from, int to, long style) {
        rows[row].erase(from, to, style);
        if (to == columns) {
            rows[row].wrapped(false);
        }
        if (from == 0) {
            endWrapAbove(row);
        }
    }

    void eraseRows(int from, int to, long style) {
        for (int i = from; i < to; i++) {
            rows[i].clear(style);
        }
        endWrapAbove(from);
    }

    private void endWrapAbove(int row) {
        if (row > 0) {
            rows[row - 1].wrapped(false);
        }
    }

    /// Returns all rows, from the top. They are the screen's own, not copies.
    List<Row> rows() {
        return List.of(rows);
    }

    void replace(List<Row> newRows, int newColumns) {
        rows = newRows.toArray(Row[]::new);
        columns = newColumns;
        resetMargins();
    }

    /// Changes the size without rewrapping, as for an alternate screen, whose program redraws it.
    /// Blank rows below the cursor are removed first, then those at the top.
    void crop(int newColumns, int newRows, Cursor cursor) {
        int surplus = Math.max(0, cursor.row - newRows + 1);
        List<Row> kept = new ArrayList<>(rows().subList(surplus, rows.length));
        cursor.row -= surplus;
        kept.subList(Math.min(newRows, kept.size()), kept.size()).clear();
        kept.forEach(row -> row.resize(newColumns));
        kept.addAll(blank(newRows - kept.size(), newColumns));
        replace(kept, newColumns);
        cursor.clamp(newRows, newColumns);
        saved.clamp(newRows, newColumns);
    }

    /// Returns new blank rows; none if the number is negative.
    static List<Row> blank(int count, int columns) {
        List<Row> blank = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            blank.add(new Row(columns));
        }
        return blank;
    }
}
