package dev.nudge.terminal.grid;

import java.util.ArrayList;
import java.util.List;

/// Cuts a long row into rows of a number of columns, but never within a wide character.
public final class Wrapping {
    private Wrapping() {}

    /// Returns at least one row; all but the last are marked as continued.
    public static List<Row> wrap(Row line, int columns) {
        List<Row> rows = new ArrayList<>();
        int from = 0;
        do {
            int end = end(line, from, columns);
            Row row = new Row(columns);
            row.copy(line, from, 0, end - from);
            row.wrapped(end < line.columns());
            rows.add(row);
            from = end;
        } while (from < line.columns());
        return rows;
    }

    /// Returns the end of the row that begins at a cell.
    public static int end(Row line, int from, int columns) {
        int end = Math.min(line.columns(), from + columns);
        boolean cutsWide = end < line.columns() && line.isTail(end) && end - 1 > from;
        return cutsWide ? end - 1 : end;
    }
}
