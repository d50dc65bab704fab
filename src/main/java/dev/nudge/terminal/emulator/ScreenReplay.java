package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Row;
import dev.nudge.terminal.grid.Style;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/// Writes the bytes that draw a screen on another terminal of the same size. If it is the alternate
/// one, the main one is drawn under it: it shows again when the program leaves its own.
///
/// Each row is erased by itself: many terminals keep a screen that is erased as a whole in their
/// scrollback, where a screen that is drawn again would then be twice. A line that takes several
/// rows is wrapped by the other terminal itself, so that it is one line there too when the size
/// changes.
final class ScreenReplay {
    private static final String CSI = "\u001b[";

    private final TerminalState state;
    private final StringBuilder out = new StringBuilder();
    private long style = Style.DEFAULT;

    ScreenReplay(TerminalState state) {
        this.state = state;
    }

    byte[] bytes(boolean isFirst) {
        mode(1049, false);
        if (state.isAlternate()) {
            rows(state.main, isFirst);
            cursor(state.main.saved);
            mode(1049, true);
        }
        rows(state.screen, isFirst);
        region();
        cursor(state.cursor);
        modes();
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the bytes that draw the last row alone. If the cover is not empty, they draw it
    /// there instead, inverse.
    byte[] lastRow(String cover) {
        begin();
        int last = state.screen.height() - 1;
        if (cover.isEmpty()) {
            row(state.screen, last);
        } else {
            move(last, 0);
            out.append(CSI + "K");
            style(Style.INVERSE);
            out.append(cover, 0, Math.min(cover.length(), state.columns()));
        }
        region();
        cursor(state.cursor);
        end();
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Resets what would change how or where the following cells are drawn: style, scroll region,
    /// origin mode, insertion and autowrap.
    private void begin() {
        out.append(CSI + "m" + CSI + "r" + CSI + "?6l" + CSI + "4l");
        style = Style.DEFAULT;
        mode(7, false);
    }

    /// Sets autowrap and insertion as the screen has them. Other modes are unchanged and not set
    /// again, since that may have an effect, such as a focus report.
    private void end() {
        mode(7, state.modes.has(Modes.AUTOWRAP));
        out.append(CSI).append(state.modes.isInsert ? "4h" : "4l");
    }

    private void rows(Screen screen, boolean isFirst) {
        begin();
        out.append(isFirst ? CSI + "H" + CSI + "2J" : "");
        for (int i = 0; i < screen.height(); i++) {
            row(screen, i);
        }
        mode(7, true);
        for (int i = 1; i < screen.height(); i++) {
            wrap(screen, i);
        }
        mode(7, false);
    }

    /// Draws the first character of a row once more, after the last of the row above, if it
    /// continues that one.
    private void wrap(Screen screen, int index) {
        Row above = screen.row(index - 1);
        Row row = screen.row(index);
        int last = above.columns() - 1;
        boolean isFull = above.isWritten(last);
        boolean isTooWide = row.columns() > 1 && row.isTail(1);
        if (!above.isWrapped() || !row.isWritten(0) || !(isFull || isTooWide)) {
            return;
        }
        int from = above.isTail(last) ? Math.max(0, last - 1) : last;
        move(index - 1, from);
        cells(above, from, isFull ? last + 1 : last);
        cells(row, 0, 1);
    }

    private void row(Screen screen, int index) {
        style(Style.DEFAULT);
        move(index, 0);
        out.append(CSI).append(index < screen.height() - 1 ? 'K' : 'J');
        Row row = screen.row(index);
        cells(row, 0, row.length());
    }

    private void cells(Row row, int from, int to) {
        for (int i = from; i < to; i++) {
            style(row.style(i));
            if (row.isWritten(i)) {
                out.append(row.text(i));
            } else {
                out.append(CSI + "X" + CSI + "C");
            }
        }
    }

    private void region() {
        Screen screen = state.screen;
        if (screen.top > 0 || screen.bottom < screen.height() - 1) {
            out.append(CSI + (screen.top + 1) + ";" + (screen.bottom + 1) + "r");
        }
    }

    private void cursor(Cursor cursor) {
        move(cursor.row, cursor.column);
        style(cursor.style);
    }

    private void modes() {
        Modes modes = state.modes;
        IntStream.of(Modes.APPLICATION_CURSOR, Modes.CURSOR_VISIBLE, Modes.BRACKETED_PASTE)
                .forEach(mode -> mode(mode, modes.has(mode)));
        modes.inputModes().forEach(mode -> mode(mode, true));
        out.append(modes.has(Modes.APPLICATION_KEYPAD) ? "\u001b=" : "\u001b>");
        end();
    }

    private void mode(int mode, boolean isSet) {
        out.append(CSI + "?").append(mode).append(isSet ? 'h' : 'l');
    }

    private void move(int row, int column) {
        out.append(CSI).append(row + 1).append(';').append(column + 1).append('H');
    }

    private void style(long wanted) {
        if (wanted == style) {
            return;
        }
        style = wanted;
        out.append(CSI + "0");
        for (int i = 0; i < Style.CODES.length(); i++) {
            out.append(Style.has(wanted, 1L << i) ? ";" + Style.CODES.charAt(i) : "");
        }
        colour(38, Style.foreground(wanted));
        colour(48, Style.background(wanted));
        out.append('m');
    }

    private void colour(int code, int colour) {
        if (colour == Style.DEFAULT_COLOUR) {
            return;
        }
        out.append(';').append(code);
        if ((colour & Style.RGB) == 0) {
            out.append(";5;").append(colour);
        } else {
            out.append(";2;").append(colour >> 16 & 0xFF);
            out.append(';').append(colour >> 8 & 0xFF).append(';').append(colour & 0xFF);
        }
    }
}
