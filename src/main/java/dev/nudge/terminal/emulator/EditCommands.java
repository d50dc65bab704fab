package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Style;

/// The control sequences that erase, insert, delete and scroll.
final class EditCommands {
    private final TerminalState state;

    EditCommands(TerminalState state) {
        this.state = state;
    }

    /// Runs the sequence if it is one of these, and returns whether it is.
    boolean run(ControlSequence sequence) {
        int amount = sequence.amount(0);
        switch (sequence.last()) {
            case '@' -> insertCells(amount);
            case 'P' -> deleteCells(amount);
            case 'X' -> eraseCells(amount);
            case 'J' -> eraseScreen(sequence.value(0));
            case 'K' -> eraseLine(sequence.value(0));
            case 'L' -> insertRows(amount);
            case 'M' -> deleteRows(amount);
            case 'S' -> state.screen.scrollUp(amount, style());
            // With five parameters it used to be a highlight tracking of xterm.
            case 'T' -> state.screen.scrollDown(sequence.count() > 1 ? 0 : amount, style());
            case '^' -> state.screen.scrollDown(amount, style());
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Erases below (0), above (1), all (2), or the history (3).
    void eraseScreen(int what) {
        Cursor cursor = state.cursor;
        Screen screen = state.screen;
        switch (what) {
            case 0 -> {
                screen.erase(cursor.row, column(), state.columns(), style());
                screen.eraseRows(cursor.row + 1, screen.height(), style());
            }
            case 1 -> {
                screen.erase(cursor.row, 0, cursor.column + 1, style());
                screen.eraseRows(0, cursor.row, style());
            }
            case 2 -> screen.eraseRows(0, screen.height(), style());
            case 3 -> state.history.clear();
            default -> {}
        }
    }

    /// Erases to the right (0), to the left (1), or all (2).
    void eraseLine(int what) {
        Cursor cursor = state.cursor;
        int from = what == 0 ? column() : 0;
        int to = what == 1 ? cursor.column + 1 : state.columns();
        if (what <= 2) {
            state.screen.erase(cursor.row, from, to, style());
        }
    }

    private void eraseCells(int amount) {
        Cursor cursor = state.cursor;
        int to = Math.min(state.columns(), column() + amount);
        state.screen.erase(cursor.row, column(), to, style());
    }

    private void insertCells(int amount) {
        int count = Math.min(amount, state.columns() - column());
        state.row().insert(column(), count, style());
    }

    private void deleteCells(int amount) {
        int count = Math.min(amount, state.columns() - column());
        state.row().delete(column(), count, style());
    }

    private void insertRows(int amount) {
        if (isInRegion()) {
            state.screen.insertRows(state.cursor.row, amount, style());
            state.cursor.moveTo(state.cursor.row, 0);
        }
    }

    private void deleteRows(int amount) {
        if (isInRegion()) {
            state.screen.deleteRows(state.cursor.row, amount, style());
            state.cursor.moveTo(state.cursor.row, 0);
        }
    }

    /// Returns the cursor's column, or the one behind the last if that has just been written. What
    /// was written stays, as in tmux and xterm.js (xterm would erase it).
    private int column() {
        return state.cursor.column + (state.cursor.isWrapPending ? 1 : 0);
    }

    private boolean isInRegion() {
        int row = state.cursor.row;
        return row >= state.screen.top() && row <= state.screen.bottom();
    }

    private long style() {
        return Style.ofErased(state.cursor.style);
    }
}
