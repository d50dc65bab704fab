package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.History;
import dev.nudge.terminal.grid.Row;
import dev.nudge.terminal.grid.RowBuilder;
import java.util.ArrayList;
import java.util.List;

/// Resizes the main screen: wrapped lines are joined and rewrapped, the cursor stays on its
/// character, rows that do not fit go to history. A screen that was full takes rows back from
/// history if there is room.
final class Reflow {
    private final Screen screen;
    private final History history;
    private final Cursor cursor;
    private final List<Row> rows = new ArrayList<>();
    private int cursorRow;
    private int cursorColumn;

    Reflow(Screen screen, History history, Cursor cursor) {
        this.screen = screen;
        this.history = history;
        this.cursor = cursor;
    }

    void resize(int columns, int height) {
        int used = usedRows();
        boolean wasFull = used == screen.height();
        wrapLines(used, columns);
        if (wasFull) {
            takeBack(height, columns);
        }
        List<Row> surplus = rows.subList(0, Math.max(0, rows.size() - height));
        surplus.forEach(history::append);
        cursorRow -= surplus.size();
        surplus.clear();
        rows.addAll(Screen.blank(height - rows.size(), columns));
        screen.replace(rows, columns);
        cursor.moveTo(Math.max(0, cursorRow), Math.min(cursorColumn, columns - 1));
        cursor.isWrapPending = cursorRow >= 0 && cursorColumn == columns;
    }

    /// Returns the number of rows up to the cursor's or the last that is not blank, whichever comes
    /// later.
    private int usedRows() {
        int used = screen.height();
        while (used - 1 > cursor.row && screen.row(used - 1).length() == 0) {
            used--;
        }
        return used;
    }

    private void wrapLines(int used, int columns) {
        RowBuilder line = new RowBuilder();
        if (history.goesOn()) {
            Row begun = history.takeLastLine();
            line.append(begun, begun.columns());
        }
        int cursorAt = -1;
        for (int i = 0; i < used; i++) {
            Row row = screen.row(i);
            if (i == cursor.row) {
                cursorAt = line.length() + cursor.column + (cursor.isWrapPending ? 1 : 0);
            }
            line.append(row, row.lineLength());
            if (!row.isWrapped() || i == used - 1) {
                wrap(line.row(), columns, cursorAt);
                line = new RowBuilder();
                cursorAt = -1;
            }
        }
    }

    /// @param cursorAt the cell that the cursor is on, or -1 if it is in another line
    private void wrap(Row line, int columns, int cursorAt) {
        int from = 0;
        for (Row row : line.wrapAt(columns)) {
            int end = line.wrapEnd(from, columns);
            if (cursorAt >= from && (cursorAt < end || end == line.columns())) {
                cursorRow = rows.size();
                cursorColumn = Math.min(columns, cursorAt - from);
            }
            rows.add(row);
            from = end;
        }
    }

    private void takeBack(int height, int columns) {
        while (rows.size() < height && history.size() > 0) {
            List<Row> line = history.takeLastLine().wrapAt(columns);
            rows.addAll(0, line);
            cursorRow += line.size();
        }
    }
}
