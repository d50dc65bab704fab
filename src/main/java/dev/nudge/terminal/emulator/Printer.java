package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.CharacterWidth;

/// Writes characters at the cursor: wrapping, insert mode, line drawing, wide and joining ones.
final class Printer {
    private static final int FIRST_GRAPHIC = 0x5F;

    /// The characters of DEC's line drawing set for 0x5f to 0x7e.
    private static final String GRAPHICS = "\u00A0◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

    private final TerminalState state;
    private int last = -1;

    Printer(TerminalState state) {
        this.state = state;
    }

    void ascii(byte[] bytes, int from, int to) {
        if (state.cursor.isGraphic() || state.modes.isInsert) {
            for (int i = from; i < to; i++) {
                character(bytes[i]);
            }
        } else {
            plain(bytes, from, to);
            last = bytes[to - 1];
        }
    }

    private void plain(byte[] bytes, int from, int to) {
        Cursor cursor = state.cursor;
        int at = from;
        while (at < to) {
            wrapIfPending();
            int count = Math.min(to - at, state.columns() - cursor.column);
            state.row().putAscii(cursor.column, bytes, at, count, cursor.style);
            advance(count);
            at += count;
        }
    }

    void character(int codePoint) {
        int shown = state.cursor.isGraphic() ? graphic(codePoint) : codePoint;
        int width = CharacterWidth.of(shown);
        int column = state.cursor.column + (state.cursor.isWrapPending ? 1 : 0);
        if (shown >= 0x80 && state.row().join(column, shown, width)) {
            return;
        }
        if (width > 0 && width <= state.columns()) {
            put(shown, width);
            last = shown;
        }
    }

    /// Writes the last character again (REP), at most to the end of the row, as in tmux: otherwise
    /// a few bytes would cause the work of a whole screen.
    void repeat(int count) {
        if (last >= 0) {
            int room = state.cursor.isWrapPending ? 0 : state.columns() - state.cursor.column;
            for (int i = 0; i < Math.min(count, room); i++) {
                character(last);
            }
        }
    }

    void forget() {
        last = -1;
    }

    private static int graphic(int codePoint) {
        int index = codePoint - FIRST_GRAPHIC;
        return index >= 0 && index < GRAPHICS.length() ? GRAPHICS.charAt(index) : codePoint;
    }

    private void put(int codePoint, int width) {
        Cursor cursor = state.cursor;
        wrapIfPending();
        if (cursor.column + width > state.columns()) {
            if (!state.modes.has(Modes.AUTOWRAP)) {
                return;
            }
            wrap();
        }
        if (state.modes.isInsert) {
            state.row().insert(cursor.column, width, state.erased());
        }
        state.row().put(cursor.column, codePoint, width, cursor.style);
        advance(width);
    }

    private void advance(int count) {
        Cursor cursor = state.cursor;
        cursor.column += count;
        if (cursor.column == state.columns()) {
            cursor.column--;
            cursor.isWrapPending = true;
        }
    }

    private void wrapIfPending() {
        if (state.cursor.isWrapPending && state.modes.has(Modes.AUTOWRAP)) {
            wrap();
        }
        state.cursor.isWrapPending = false;
    }

    private void wrap() {
        state.row().wrapped(true);
        state.index();
        state.cursor.moveTo(state.cursor.row, 0);
    }
}
