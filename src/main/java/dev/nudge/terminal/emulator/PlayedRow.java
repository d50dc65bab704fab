package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Row;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A row of a [LinePlayer]: the bytes of its line until something moves in it, then cells. A row
/// that is blank in the end shows the text it had before, as for a line that ends with a carriage
/// return.
final class PlayedRow {
    private static final int ROOM = 128;
    private static final byte[] NONE = {};

    private byte[] bytes = NONE;
    final Row cells = new Row(0);

    /// Whether the line continues in the next row.
    boolean isWrapped;

    /// The offset behind this row when the cursor first left it.
    long end;

    private String before = "";
    private boolean isNothing;

    /// Returns a row that exists only since the cursor moved there. If nothing is written to it, it
    /// is left out of the output.
    static PlayedRow nothing() {
        PlayedRow row = new PlayedRow();
        row.isNothing = true;
        return row;
    }

    void write(byte[] line, int from, int to) {
        bytes = Arrays.copyOfRange(line, from, to);
    }

    /// Removes the bytes from this row and returns them; empty once it consists of cells.
    byte[] takeBytes() {
        byte[] taken = bytes;
        bytes = NONE;
        return taken;
    }

    boolean isUntouched() {
        return bytes.length == 0 && cells.columns() == 0 && !isNothing;
    }

    boolean isNothing() {
        return isNothing && isBlank();
    }

    boolean isBlank() {
        return bytes.length == 0 && before.isEmpty() && cellText().isBlank();
    }

    byte[] text() {
        if (bytes.length > 0) {
            return bytes;
        }
        String text = cellText();
        return (text.isBlank() ? before : text).getBytes(StandardCharsets.UTF_8);
    }

    private String cellText() {
        return cells.text(0, cells.writtenLength());
    }

    void putAscii(int column, byte[] text, int from, int count) {
        reserve(column + count);
        cells.putAscii(column, text, from, count, 0L);
    }

    void put(int column, int codePoint, int width) {
        reserve(column + width);
        cells.put(column, codePoint, width, 0L);
    }

    private void reserve(int columns) {
        if (columns > cells.columns()) {
            cells.resize(Math.max(columns, Math.max(ROOM, 2 * cells.columns())));
        }
    }

    /// Makes cells unwritten. If `from` is 0, the text of the row is remembered first.
    void erase(int from, int to) {
        if (from == 0) {
            remember();
        }
        int end = Math.min(to, cells.columns());
        if (from < end) {
            cells.erase(from, end, 0L);
        }
    }

    /// Remembers the text, unless it is only a spinner.
    private void remember() {
        String text = cellText();
        if (text.codePoints().anyMatch(Character::isLetterOrDigit)) {
            before = text;
        }
    }

    void insert(int column, int count) {
        int length = cells.writtenLength();
        if (column < length) {
            int moved = Math.min(count, LinePlayer.WIDEST - length);
            reserve(length + moved);
            cells.insert(column, moved, 0L);
        }
    }

    void delete(int column, int count) {
        if (column < cells.columns()) {
            cells.delete(column, Math.min(count, cells.columns() - column), 0L);
        }
    }
}
