package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Row;
import java.util.List;

/// Turns rows of cells into text: rows that continue are joined to the next, trailing cells of a
/// line that were never written are left out, blanks that were written stay.
final class ScreenText {
    private ScreenText() {}

    /// Appends rows, each with a line end unless it continues.
    static void append(StringBuilder text, List<Row> rows) {
        for (Row row : rows) {
            text.append(line(row));
            if (!row.isWrapped()) {
                text.append('\n');
            }
        }
    }

    /// Returns the text of a row, without cells at its end that do not belong to its line.
    static String line(Row row) {
        return row.text(0, row.isWrapped() ? row.lineLength() : row.writtenLength());
    }

    /// Returns the line that the cursor is on, as far as the cursor.
    static String beforeCursor(Screen screen, Cursor cursor) {
        int first = cursor.row;
        while (first > 0 && screen.row(first - 1).isWrapped()) {
            first--;
        }
        StringBuilder before = new StringBuilder();
        append(before, screen.rows().subList(first, cursor.row));
        Row row = screen.row(cursor.row);
        int column = cursor.column + (cursor.isWrapPending ? 1 : 0);
        return before.append(row.text(0, column)).toString();
    }

    /// Removes the text after the last line that is not blank.
    static String withoutBlankEnd(StringBuilder text) {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        if (end == 0) {
            return "";
        }
        int lineEnd = text.indexOf("\n", end);
        return text.substring(0, lineEnd < 0 ? text.length() : lineEnd);
    }
}
