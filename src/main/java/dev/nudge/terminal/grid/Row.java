package dev.nudge.terminal.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The cells of one row: a number and a style each, without an object per cell.
///
/// The number is 0 for a cell that was never written (or was erased), else a code point, with
/// [#WIDE] for the left half of a wide character and [#TAIL] alone for its right half. A cell with
/// [#CLUSTER] holds more than one code point: they are in `clusters`.
public final class Row {
    static final int WIDE = 1 << 29;
    static final int TAIL = 1 << 28;
    static final int CLUSTER = 1 << 30;
    static final int CODE_POINT = 0x1FFFFF;

    /// The most marks drawn onto one character; more are dropped.
    private static final int MAX_CLUSTER = 32;

    private static final int FIRST_SKIN_TONE = 0x1F3FB;
    private static final String[] NONE = {};

    private int[] cells;
    private long[] styles;
    private String[] clusters = NONE;
    private boolean isWrapped;

    public Row(int columns) {
        cells = new int[columns];
        styles = new long[columns];
    }

    public int columns() {
        return cells.length;
    }

    /// Returns whether the text continues in the next row because it did not fit.
    public boolean isWrapped() {
        return isWrapped;
    }

    public void wrapped(boolean goesOn) {
        isWrapped = goesOn;
    }

    public boolean isWritten(int column) {
        return cells[column] != 0;
    }

    public boolean isTail(int column) {
        return cells[column] == TAIL;
    }

    public long style(int column) {
        return styles[column];
    }

    /// Writes ASCII characters starting at a column; they must fit.
    public void putAscii(int column, byte[] bytes, int from, int count, long style) {
        breakWide(column, column + count);
        for (int i = 0; i < count; i++) {
            cells[column + i] = bytes[from + i];
        }
        Arrays.fill(styles, column, column + count, style);
    }

    /// Writes a character of one or two columns; it must fit.
    public void put(int column, int codePoint, int width, long style) {
        breakWide(column, column + width);
        cells[column] = codePoint;
        styles[column] = style;
        if (width == 2) {
            cells[column] |= WIDE;
            cells[column + 1] = TAIL;
            styles[column + 1] = style;
        }
    }

    /// Draws a character onto the one before a column if it belongs there: a mark, a character
    /// after a zero-width joiner, or a skin tone. Returns whether it needs no cell of its own.
    public boolean join(int column, int codePoint, int width) {
        int before = Math.min(column, columns()) - 1;
        if (before > 0 && isTail(before)) {
            before--;
        }
        boolean joins = before >= 0 && isWritten(before) && joins(before, codePoint, width);
        if (joins) {
            attach(before, codePoint);
        }
        return joins || width == 0;
    }

    private boolean joins(int column, int codePoint, int width) {
        int cell = cells[column];
        return width == 0
                || (codePoint >= FIRST_SKIN_TONE
                        && Character.isEmojiModifier(codePoint)
                        && Character.isEmojiModifierBase(cell & CODE_POINT))
                || ((cell & CLUSTER) != 0
                        && Character.isExtendedPictographic(codePoint)
                        && clusters[column].codePointBefore(clusters[column].length())
                                == CharacterWidth.ZERO_WIDTH_JOINER);
    }

    private void attach(int column, int codePoint) {
        String text = text(column);
        if (text.length() < MAX_CLUSTER) {
            if (clusters.length < cells.length) {
                clusters = Arrays.copyOf(clusters, cells.length);
            }
            clusters[column] = text + Character.toString(codePoint);
            cells[column] |= CLUSTER;
        }
    }

    /// Returns the characters of a cell: a blank if it was never written, nothing for a right half.
    public String text(int column) {
        return text(column, column + 1);
    }

    public void erase(int from, int to, long style) {
        breakWide(from, to);
        Arrays.fill(cells, from, to, 0);
        Arrays.fill(styles, from, to, style);
    }

    /// Makes the whole row unwritten, and no longer continued.
    public void clear(long style) {
        Arrays.fill(cells, 0);
        Arrays.fill(styles, style);
        clusters = NONE;
        isWrapped = false;
    }

    /// Moves the cells from a column on to the right; what leaves the row is lost.
    public void insert(int column, int count, long style) {
        int moved = columns() - column - count;
        breakWide(column, column);
        breakWide(column + moved, columns());
        move(column, column + count, moved);
        erase(column, column + count, style);
    }

    public void delete(int column, int count, long style) {
        breakWide(column, column + count);
        move(column + count, column, columns() - column - count);
        Arrays.fill(cells, columns() - count, columns(), 0);
        Arrays.fill(styles, columns() - count, columns(), style);
    }

    private void move(int from, int to, int count) {
        System.arraycopy(cells, from, cells, to, count);
        System.arraycopy(styles, from, styles, to, count);
        if (clusters.length > 0) {
            System.arraycopy(clusters, from, clusters, to, count);
        }
    }

    /// Turns half of a wide character into a blank when the other half is overwritten.
    private void breakWide(int from, int to) {
        if (from > 0 && from < columns() && cells[from] == TAIL) {
            cells[from - 1] = ' ';
            cells[from] = ' ';
        }
        if (to > 0 && to < columns() && cells[to] == TAIL) {
            cells[to - 1] = ' ';
            cells[to] = ' ';
        }
    }

    /// Turns each half of a wide character whose other half is missing into a blank. A window of
    /// one column has the halves in two rows, of which one may be overwritten.
    void breakHalves() {
        for (int i = 0; i < columns(); i++) {
            boolean isLeft = (cells[i] & WIDE) != 0;
            if (isLeft && i + 1 < columns() && isTail(i + 1)) {
                i++;
            } else if (isLeft || isTail(i)) {
                cells[i] = ' ';
            }
        }
    }

    /// Returns the number of cells up to the last that is written or has a background.
    public int length() {
        int length = columns();
        while (length > 0 && cells[length - 1] == 0 && styles[length - 1] == 0) {
            length--;
        }
        return length;
    }

    public int writtenLength() {
        int length = columns();
        while (length > 0 && cells[length - 1] == 0) {
            length--;
        }
        return length;
    }

    /// Returns the number of cells that belong to the line of this row: [#length()], or, if it
    /// continues in the next row, all but a last one in which a wide character had no room.
    public int lineLength() {
        if (!isWrapped) {
            return length();
        }
        int last = columns() - 1;
        return isWritten(last) ? last + 1 : last;
    }

    public void resize(int columns) {
        if (columns < columns()) {
            breakWide(columns, columns);
        }
        cells = Arrays.copyOf(cells, columns);
        styles = Arrays.copyOf(styles, columns);
        clusters = clusters.length == 0 ? clusters : Arrays.copyOf(clusters, columns);
    }

    void copy(Row other, int from, int to, int count) {
        System.arraycopy(other.cells, from, cells, to, count);
        System.arraycopy(other.styles, from, styles, to, count);
        if (other.clusters.length > 0) {
            clusters = Arrays.copyOf(clusters, columns());
            System.arraycopy(other.clusters, from, clusters, to, count);
        }
    }

    /// Cuts this row into one or more rows of a number of columns, but never within a wide
    /// character. All but the last are marked as continued.
    public List<Row> wrapAt(int columns) {
        List<Row> rows = new ArrayList<>();
        int from = 0;
        do {
            int end = wrapEnd(from, columns);
            Row row = new Row(columns);
            row.copy(this, from, 0, end - from);
            row.wrapped(end < columns());
            rows.add(row);
            from = end;
        } while (from < columns());
        return rows;
    }

    /// Returns the end of the row of [#wrapAt] that begins at a cell.
    public int wrapEnd(int from, int columns) {
        int end = Math.min(columns(), from + columns);
        boolean cutsWide = end < columns() && isTail(end) && end - 1 > from;
        return cutsWide ? end - 1 : end;
    }

    public String text(int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        appendText(text, from, to, ' ');
        return text.toString();
    }

    /// @param unwritten what stands for a cell that was never written
    void appendText(StringBuilder text, int from, int to, char unwritten) {
        for (int i = from, end; i < to; i = Math.max(end, i + 1)) {
            end = i;
            while (end < to && cells[end] > 0 && cells[end] <= CODE_POINT) {
                end++;
            }
            if (end > i) {
                text.append(new String(cells, i, end - i)); // faster than one by one
            } else if (cells[i] == 0) {
                text.append(unwritten);
            } else if ((cells[i] & CLUSTER) != 0) {
                text.append(clusters[i]);
            } else if (cells[i] != TAIL) {
                text.appendCodePoint(cells[i] & CODE_POINT);
            }
        }
    }
}
