package dev.nudge.terminal.emulator;

/// The control sequences that move the cursor.
final class CursorCommands {
    private final TerminalState state;

    CursorCommands(TerminalState state) {
        this.state = state;
    }

    /// Runs the sequence if it is one of these, and returns whether it is.
    boolean run(ControlSequence sequence) {
        int amount = sequence.amount(0);
        Cursor cursor = state.cursor;
        switch (sequence.last()) {
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
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Moves to a position that counts from the top margin in origin mode.
    void position(int row, int column) {
        Cursor cursor = state.cursor;
        Screen screen = state.screen;
        int first = cursor.isOrigin ? screen.top() : 0;
        int last = cursor.isOrigin ? screen.bottom() : screen.height() - 1;
        cursor.moveTo(Math.min(last, first + row), Math.clamp(column, 0, state.columns() - 1));
    }

    void tab(int count) {
        Cursor cursor = state.cursor;
        for (int i = 0; i < count && cursor.column < state.columns() - 1; i++) {
            column(state.tabs.after(cursor.column));
        }
    }

    void column(int column) {
        state.cursor.moveTo(state.cursor.row, Math.clamp(column, 0, state.columns() - 1));
    }

    private void backTab(int count) {
        for (int i = 0; i < count && state.cursor.column > 0; i++) {
            column(state.tabs.before(state.cursor.column));
        }
    }

    /// Moves up and stops at the top margin or, from above it, at the first row.
    private void up(int amount, int column) {
        Cursor cursor = state.cursor;
        int first = cursor.row >= state.screen.top() ? state.screen.top() : 0;
        cursor.moveTo(Math.max(first, cursor.row - amount), column);
    }

    /// Moves down and stops at the bottom margin or, from below it, at the last row.
    private void down(int amount, int column) {
        Cursor cursor = state.cursor;
        Screen screen = state.screen;
        int last = cursor.row <= screen.bottom() ? screen.bottom() : screen.height() - 1;
        cursor.moveTo(Math.min(last, cursor.row + amount), column);
    }
}
