package dev.nudge.terminal;

import java.util.ArrayList;
import java.util.List;

/// Turns rows of cells into tokens (rule R38).
final class TokenWriter {
    private static final int NO_CURSOR = -1;

    private final List<List<StyledToken>> lines = new ArrayList<>();
    private int lastShown = -1;

    private TokenWriter() {}

    /// Reads rows.
    ///
    /// @param cursorRow the row among them with the cursor; another number if it is in none
    static TokenWriter of(List<Row> rows, int cursorRow, int cursorColumn) {
        TokenWriter writer = new TokenWriter();
        for (int i = 0; i < rows.size(); i++) {
            writer.add(rows.get(i), i == cursorRow ? cursorColumn : NO_CURSOR);
        }
        return writer;
    }

    private void add(Row row, int cursor) {
        List<StyledToken> tokens = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= row.columns(); i++) {
            if (i == row.columns() || (!row.isTail(i) && !isSame(row, i - 1, i, cursor))) {
                tokens.add(token(row, from, i, cursor));
                from = i;
            }
        }
        lines.add(tokens);
        // The cursor's cell is inverse.
        if (tokens.stream().anyMatch(token -> !token.uninitialized() || token.inverse())) {
            lastShown = lines.size() - 1;
        }
    }

    private static boolean isSame(Row row, int left, int right, int cursor) {
        return row.style(left) == row.style(right)
                && row.isWritten(left) == row.isWritten(right)
                && left != cursor
                && right != cursor;
    }

    private static StyledToken token(Row row, int from, int to, int cursor) {
        long style = row.style(from);
        boolean hasCursor = from <= cursor && cursor < to;
        return new StyledToken(
                row.text(from, to),
                Style.has(style, Style.BOLD),
                Style.has(style, Style.ITALIC),
                Style.has(style, Style.UNDERLINE),
                Style.has(style, Style.DIM),
                Style.has(style, Style.INVERSE) || hasCursor,
                Palette.hex(Style.foreground(style)),
                Palette.hex(Style.background(style)),
                !row.isWritten(from));
    }

    /// Returns the lines, without those at the end that were never written and do not hold the
    /// cursor.
    StyledLines lines() {
        return new StyledLines(lines.subList(0, lastShown + 1));
    }

    /// Returns all lines.
    StyledLines allLines() {
        return new StyledLines(lines);
    }
}
