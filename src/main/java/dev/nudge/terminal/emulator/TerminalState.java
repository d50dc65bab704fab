package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.History;
import dev.nudge.terminal.grid.Row;
import dev.nudge.terminal.grid.Style;
import java.util.BitSet;

/// The state that the commands of a terminal work on.
final class TerminalState {
    final History history;
    final Modes modes = new Modes();
    final Cursor cursor = new Cursor();
    TabStops tabs = new TabStops();
    String title = "";
    Screen screen;

    final Screen main;
    private final Screen alternate;

    TerminalState(int columns, int rows, int scrollback) {
        history = new History(scrollback);
        main = new Screen(columns, rows, history::append);
        alternate = new Screen(columns, rows, row -> {});
        screen = main;
        tabs.resize(columns);
    }

    int columns() {
        return screen.columns();
    }

    Row row() {
        return screen.row(cursor.row);
    }

    boolean isAlternate() {
        return screen == alternate;
    }

    long erased() {
        return Style.ofErased(cursor.style);
    }

    void privateMode(int mode, boolean isSet) {
        switch (mode) {
            case 6 -> {
                cursor.isOrigin = isSet;
                cursor.moveTo(isSet ? screen.top : 0, 0);
            }
            case Modes.AUTOWRAP -> {
                modes.set(mode, isSet);
                cursor.isWrapPending &= isSet;
            }
            case 47 -> show(isSet);
            case 1047 -> {
                if (!isSet && isAlternate()) {
                    clearAlternate();
                }
                show(isSet);
            }
            case 1048 -> {
                if (isSet) {
                    saveCursor();
                } else {
                    restoreCursor();
                }
            }
            case 1049 -> alternateWithCursor(isSet);
            default -> modes.set(mode, isSet);
        }
    }

    /// Switches screens. Leaving restores the cursor even if the alternate screen is not shown, as
    /// in xterm.
    private void alternateWithCursor(boolean isSet) {
        if (!isSet) {
            show(false);
            restoreCursor();
        } else if (!isAlternate()) {
            saveCursor();
            show(true);
            clearAlternate();
        }
    }

    /// Shows the other screen, unless it is shown already. The cursor stays where it is.
    private void show(boolean showAlternate) {
        screen = showAlternate ? alternate : main;
        cursor.isWrapPending = false;
    }

    private void clearAlternate() {
        alternate.eraseRows(0, alternate.height(), erased());
    }

    int askPrivateMode(int mode) {
        return switch (mode) {
            case 6 -> answer(cursor.isOrigin);
            case 47, 1047, 1049 -> answer(isAlternate());
            default -> Modes.isKnown(mode) ? answer(modes.has(mode)) : 0;
        };
    }

    int askAnsiMode(int mode) {
        return switch (mode) {
            case 4 -> answer(modes.isInsert);
            case 20 -> answer(modes.isNewLine);
            default -> 0;
        };
    }

    private static int answer(boolean isSet) {
        return isSet ? 1 : 2;
    }

    void saveCursor() {
        screen.saved.set(cursor);
    }

    void restoreCursor() {
        cursor.set(screen.saved);
        cursor.clamp(screen.height(), columns());
    }

    /// Moves down a row, scrolling at the bottom margin (IND). The column stays.
    void index() {
        if (cursor.row == screen.bottom) {
            screen.scrollUp(1, erased());
        } else if (cursor.row < screen.height() - 1) {
            cursor.row++;
        }
    }

    void scrollDown(int count) {
        screen.insertRows(screen.top, count, erased());
    }

    /// Moves down for a line end: the row above does not continue in the new one.
    void lineFeed() {
        row().wrapped(false);
        index();
        cursor.isWrapPending = false;
    }

    /// Moves up a row, scrolling at the top margin (RI).
    void reverseIndex() {
        if (cursor.row == screen.top) {
            scrollDown(1);
        } else if (cursor.row > 0) {
            cursor.row--;
        }
        cursor.isWrapPending = false;
    }

    void resize(int columns, int rows) {
        if (columns == columns() && rows == screen.height()) {
            return;
        }
        new Reflow(main, history, isAlternate() ? main.saved : cursor).resize(columns, rows);
        alternate.crop(columns, rows, isAlternate() ? cursor : alternate.saved);
        main.saved.clamp(rows, columns);
        cursor.clamp(rows, columns);
        tabs.resize(columns);
    }

    /// Resets everything (RIS). History stays.
    void reset() {
        title = "";
        show(false);
        cursor.reset();
        cursor.moveTo(0, 0);
        modes.reset();
        main.saved.set(cursor);
        alternate.saved.set(cursor);
        tabs = new TabStops();
        tabs.resize(columns());
        main.resetMargins();
        alternate.resetMargins();
        main.eraseRows(0, main.height(), Style.DEFAULT);
        clearAlternate();
    }

    /// The columns at which a tab stops: initially every eighth.
    static final class TabStops {
        private static final int DISTANCE = 8;

        private final BitSet stops = new BitSet();
        private int columns;

        /// The stops stay; new columns have the usual ones.
        private void resize(int newColumns) {
            for (int i = columns; i < newColumns; i++) {
                stops.set(i, i % DISTANCE == 0);
            }
            stops.clear(newColumns, Math.max(newColumns, columns));
            columns = newColumns;
        }

        void set(int column) {
            stops.set(column);
        }

        /// Removes the stop at this column (0) or all (3).
        void clear(int what, int column) {
            if (what == 0) {
                stops.clear(column);
            } else if (what == 3) {
                stops.clear();
            }
        }

        int after(int column) {
            int next = stops.nextSetBit(column + 1);
            return next < 0 ? columns - 1 : next;
        }

        int before(int column) {
            return Math.max(0, stops.previousSetBit(column - 1));
        }
    }
}
