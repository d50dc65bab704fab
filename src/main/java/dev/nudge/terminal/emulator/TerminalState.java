package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.History;
import dev.nudge.terminal.grid.Row;
import dev.nudge.terminal.grid.Style;

/// The state that the commands of a terminal work on.
final class TerminalState {
    final History history;
    final Modes modes = new Modes();
    final Cursor cursor = new Cursor();
    final TabStops tabs;
    String title = "";

    /// The screen that is shown.
    Screen screen;

    private final Screen main;
    private final Screen alternate;

    TerminalState(int columns, int rows, int scrollback) {
        history = new History(scrollback);
        tabs = new TabStops(columns);
        main = new Screen(columns, rows, history::append);
        alternate = new Screen(columns, rows, row -> {});
        screen = main;
    }

    int columns() {
        return screen.columns();
    }

    /// Returns the row with the cursor.
    Row row() {
        return screen.row(cursor.row);
    }

    boolean isAlternate() {
        return screen == alternate;
    }

    /// Returns the main screen, shown or not.
    Screen main() {
        return main;
    }

    /// Shows the other screen, unless it is shown already. The cursor stays where it is.
    void show(boolean showAlternate) {
        screen = showAlternate ? alternate : main;
        cursor.isWrapPending = false;
    }

    void clearAlternate() {
        alternate.eraseRows(0, alternate.height(), Style.ofErased(cursor.style));
    }

    void saveCursor() {
        screen.saved().set(cursor);
    }

    void restoreCursor() {
        cursor.set(screen.saved());
        cursor.clamp(screen.height(), columns());
    }

    /// Moves down a row, scrolling at the bottom margin (IND). The column stays.
    void index() {
        if (cursor.row == screen.bottom()) {
            screen.scrollUp(1, Style.ofErased(cursor.style));
        } else if (cursor.row < screen.height() - 1) {
            cursor.row++;
        }
    }

    /// Moves down for a line end: the row above does not continue in the new one.
    void lineFeed() {
        row().wrapped(false);
        index();
        cursor.isWrapPending = false;
    }

    /// Moves up a row, scrolling at the top margin (RI).
    void reverseIndex() {
        if (cursor.row == screen.top()) {
            screen.scrollDown(1, Style.ofErased(cursor.style));
        } else if (cursor.row > 0) {
            cursor.row--;
        }
        cursor.isWrapPending = false;
    }

    void resize(int columns, int rows) {
        if (columns == columns() && rows == screen.height()) {
            return;
        }
        Cursor mainCursor = isAlternate() ? main.saved() : cursor;
        new Reflow(main, history, mainCursor).resize(columns, rows);
        alternate.crop(columns, rows, isAlternate() ? cursor : alternate.saved());
        main.saved().clamp(rows, columns);
        cursor.clamp(rows, columns);
        tabs.resize(columns);
    }

    /// Resets everything (RIS). History stays.
    void reset() {
        show(false);
        cursor.reset();
        cursor.moveTo(0, 0);
        modes.reset();
        main.saved().set(cursor);
        alternate.saved().set(cursor);
        tabs.reset(columns());
        main.resetMargins();
        alternate.resetMargins();
        main.eraseRows(0, main.height(), Style.DEFAULT);
        clearAlternate();
    }
}
