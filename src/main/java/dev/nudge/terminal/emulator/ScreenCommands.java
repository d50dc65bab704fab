package dev.nudge.terminal.emulator;

final class ScreenCommands {
    private final TerminalState state;
    private final Cursor cursor;

    ScreenCommands(TerminalState state) {
        this.state = state;
        cursor = state.cursor;
    }

    void run(ControlSequence sequence) {
        int amount = sequence.amount(0);
        switch (sequence.last) {
            case 'A' -> up(amount, cursor.column);
            case 'B', 'e' -> down(amount, cursor.column);
            case 'C', 'a' -> column(cursor.column + amount);
            case 'D' -> column(cursor.column - amount);
            case 'E' -> down(amount, 0);
            case 'F' -> up(amount, 0);
            case 'G', '`' -> column(amount - 1);
            case 'H', 'f' -> position(amount - 1, sequence.amount(1) - 1);
            case 'I' -> tab(amount);
            case 'Z' -> backTab(amount);
            case 'd' -> position(amount - 1, cursor.column);
            case '@' -> state.row().insert(edge(), room(amount), state.erased());
            case 'P' -> state.row().delete(edge(), room(amount), state.erased());
            case 'X' -> erase(edge(), edge() + room(amount));
            case 'J' -> eraseScreen(sequence.value(0));
            case 'K' -> eraseLine(sequence.value(0));
            case 'L', 'M' -> moveRows(amount, sequence.last == 'L');
            case 'S' -> state.screen.scrollUp(amount, state.erased());
            // With five parameters it used to be a highlight tracking of xterm.
            case 'T' -> state.scrollDown(sequence.count() > 1 ? 0 : amount);
            case '^' -> state.scrollDown(amount);
            default -> {}
        }
    }

    /// Moves to a position that counts from the top margin in origin mode.
    void position(int row, int column) {
        Screen screen = state.screen;
        int first = cursor.isOrigin ? screen.top : 0;
        int last = cursor.isOrigin ? screen.bottom : screen.height() - 1;
        cursor.moveTo(Math.min(last, first + row), Math.clamp(column, 0, state.columns() - 1));
    }

    void tab(int count) {
        for (int i = 0; i < count && cursor.column < state.columns() - 1; i++) {
            column(state.tabs.after(cursor.column));
        }
    }

    void column(int column) {
        cursor.moveTo(cursor.row, Math.clamp(column, 0, state.columns() - 1));
    }

    private void backTab(int count) {
        for (int i = 0; i < count && cursor.column > 0; i++) {
            column(state.tabs.before(cursor.column));
        }
    }

    /// Moves up and stops at the top margin or, from above it, at the first row.
    private void up(int amount, int column) {
        int first = cursor.row >= state.screen.top ? state.screen.top : 0;
        cursor.moveTo(Math.max(first, cursor.row - amount), column);
    }

    /// Moves down and stops at the bottom margin or, from below it, at the last row.
    private void down(int amount, int column) {
        Screen screen = state.screen;
        int last = cursor.row <= screen.bottom ? screen.bottom : screen.height() - 1;
        cursor.moveTo(Math.min(last, cursor.row + amount), column);
    }

    /// Erases below (0), above (1), all (2), or the history (3).
    void eraseScreen(int what) {
        Screen screen = state.screen;
        switch (what) {
            case 0 -> {
                erase(edge(), state.columns());
                screen.eraseRows(cursor.row + 1, screen.height(), state.erased());
            }
            case 1 -> {
                erase(0, cursor.column + 1);
                screen.eraseRows(0, cursor.row, state.erased());
            }
            case 2 -> screen.eraseRows(0, screen.height(), state.erased());
            case 3 -> state.history.clear();
            default -> {}
        }
    }

    /// Erases to the right (0), to the left (1), or all (2).
    void eraseLine(int what) {
        if (what <= 2) {
            erase(what == 0 ? edge() : 0, what == 1 ? cursor.column + 1 : state.columns());
        }
    }

    private void erase(int from, int to) {
        state.screen.erase(cursor.row, from, to, state.erased());
    }

    /// Returns the cursor's column, or the one behind the last if that has just been written. What
    /// was written stays, as in tmux and xterm.js (xterm would erase it).
    private int edge() {
        return cursor.column + (cursor.isWrapPending ? 1 : 0);
    }

    private int room(int amount) {
        return Math.min(amount, state.columns() - edge());
    }

    /// Inserts or deletes rows at the cursor. Does nothing if it is outside the scroll region.
    private void moveRows(int amount, boolean isInserted) {
        Screen screen = state.screen;
        if (cursor.row < screen.top || cursor.row > screen.bottom) {
            return;
        }
        if (isInserted) {
            screen.insertRows(cursor.row, amount, state.erased());
        } else {
            screen.deleteRows(cursor.row, amount, state.erased());
        }
        column(0);
    }
}
