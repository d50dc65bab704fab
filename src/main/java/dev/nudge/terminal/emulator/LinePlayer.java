package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.CharacterWidth;
import java.util.ArrayList;
import java.util.List;

/// Plays output that moves the cursor although it was not written to a terminal. There is no window
/// size: rows are as long as their lines, nothing scrolls, and a cleared screen is a new page
/// below. Text after a carriage return replaces the row, unless the cursor is moved in between. Not
/// thread-safe.
public final class LinePlayer {
    /// How far back the cursor can go.
    public static final int WINDOW = 200;

    /// The most columns of a row. A longer line is wrapped, and its rows are joined again.
    static final int WIDEST = 4096;

    private static final int MOST = 2 * WINDOW;

    private final Parser parser = new Parser(new Commands());
    private final List<PlayedRow> rows = new ArrayList<>(List.of(new PlayedRow()));
    private PlayedRow savedRow = rows.getFirst();
    private int savedColumn;
    private PlayedRow pageTop = new PlayedRow();
    private int row;
    private int column;
    private boolean startsOver;
    private long end;

    /// A row to which the cursor cannot return.
    ///
    /// @param text in UTF-8
    /// @param isComplete whether it ends a line
    /// @param end offset behind this row when the cursor first left it; at least that of the row
    ///   before
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Line(byte[] text, boolean isComplete, long end) {}

    /// Returns whether the cursor is at the start of the last row, and nothing has been written
    /// there.
    public boolean isFresh() {
        return row == rows.size() - 1
                && column == 0
                && !startsOver
                && rows.getLast().isUntouched()
                && parser.isIdle();
    }

    /// Adds a line that does not move the cursor: fast, and the line keeps its bytes. Allowed only
    /// if [#isFresh].
    ///
    /// @param to where its line end is
    /// @param behind offset behind its line end
    public void add(byte[] bytes, int from, int to, long behind) {
        rows.getLast().write(bytes, from, to);
        end = behind;
        newLine();
    }

    /// @param behind offset behind the last byte
    public void play(byte[] bytes, int from, int to, long behind) {
        end = behind;
        parser.feed(bytes, from, to);
    }

    public int rows() {
        return rows.size();
    }

    /// Removes and returns the first row. A blank one that exists only since the cursor moved there
    /// is returned as an empty, incomplete line.
    public Line take() {
        PlayedRow first = rows.removeFirst();
        boolean isLast = rows.isEmpty();
        if (isLast) {
            rows.add(new PlayedRow());
        }
        row = Math.max(0, row - 1);
        column = isLast ? 0 : column;
        rows.getFirst().end = Math.max(rows.getFirst().end, first.end);
        boolean isComplete = !isLast && !first.isWrapped && !first.isNothing();
        return new Line(first.text(), isComplete, isLast ? end : first.end);
    }

    /// Returns the row with the cursor, as cells: if it came by [#add], its bytes are played first.
    private PlayedRow cells() {
        PlayedRow current = rows.get(row);
        byte[] added = current.takeBytes();
        if (added.length > 0) {
            int before = column;
            boolean startedOver = startsOver;
            column = 0;
            startsOver = false;
            new Parser(new Commands()).feed(added, 0, added.length);
            column = before;
            startsOver = startedOver;
        }
        return current;
    }

    private void newLine() {
        if (row == rows.size() - 1) {
            rows.get(row).end = end;
            rows.add(new PlayedRow());
        }
        row++;
        column = 0;
        startsOver = false;
    }

    private void startOver() {
        if (startsOver) {
            startsOver = false;
            cells().erase(0, WIDEST);
        }
    }

    private void wrapBefore(int width) {
        if (column + width > WIDEST) {
            rows.get(row).isWrapped = true;
            rows.add(++row, new PlayedRow());
            column = 0;
        }
    }

    private void moveTo(int newRow, int newColumn) {
        while (newRow >= rows.size() && rows.size() < MOST) {
            rows.add(PlayedRow.nothing());
        }
        row = Math.clamp(newRow, 0, rows.size() - 1);
        column = Math.clamp(newColumn, 0, WIDEST - 1);
        startsOver = false;
    }

    /// Moves up. Rows above the first have been passed on already, so new ones take their place.
    private void up(int amount, int newColumn) {
        int wanted = Math.min(amount, WINDOW);
        for (int i = row; i < wanted && rows.size() < MOST; i++) {
            rows.addFirst(PlayedRow.nothing());
            row++;
        }
        moveTo(row - wanted, newColumn);
    }

    private void down(int amount, int newColumn) {
        moveTo(row + Math.min(amount, WINDOW), newColumn);
    }

    private void toPlaceOnPage(int newRow, int newColumn) {
        if (rows.indexOf(pageTop) < 0) {
            newPage();
        }
        moveTo(rows.indexOf(pageTop) + Math.min(newRow, WINDOW), newColumn);
    }

    private void newPage() {
        if (!rows.getLast().isBlank()) {
            rows.getLast().end = end;
            rows.add(new PlayedRow());
        }
        pageTop = rows.getLast();
    }

    private void eraseScreen(int what) {
        if (what == 0) {
            cells().erase(column, WIDEST);
            rows.subList(row + 1, rows.size()).clear();
        } else if (what == 1) {
            cells().erase(0, column + 1);
        } else if (what == 2) {
            int top = rows.indexOf(pageTop);
            int below = top < 0 ? 0 : Math.max(0, row - top);
            newPage();
            moveTo(rows.indexOf(pageTop) + below, column);
        }
    }

    private void eraseLine(int what) {
        if (what <= 2) {
            cells().erase(what == 0 ? column : 0, what == 1 ? column + 1 : WIDEST);
        }
    }

    private void insertRows(int amount) {
        for (int i = 0; i < Math.min(amount, WINDOW) && rows.size() < MOST; i++) {
            rows.add(row, PlayedRow.nothing());
        }
        column = 0;
    }

    private void deleteRows(int amount) {
        rows.subList(row, Math.min(rows.size(), row + amount)).clear();
        if (row == rows.size()) {
            rows.add(new PlayedRow());
        }
        column = 0;
    }

    private void save() {
        savedRow = rows.get(row);
        savedColumn = column;
    }

    private void restore() {
        int saved = rows.indexOf(savedRow);
        moveTo(saved < 0 ? row : saved, savedColumn);
    }

    private final class Commands implements Parser.Sink {
        @Override
        public void printAscii(byte[] bytes, int from, int to) {
            startOver();
            for (int at = from; at < to; ) {
                wrapBefore(1);
                int count = Math.min(to - at, WIDEST - column);
                cells().putAscii(column, bytes, at, count);
                column += count;
                at += count;
            }
        }

        @Override
        public void print(int codePoint) {
            startOver();
            int width = CharacterWidth.of(codePoint);
            if (codePoint >= 0x80 && cells().cells.join(column, codePoint, width)) {
                return;
            }
            wrapBefore(width);
            cells().put(column, codePoint, width);
            column += width;
        }

        @Override
        public void execute(int control) {
            switch (control) {
                case '\n', 0x0b, 0x0c, 0x85 -> newLine();
                case '\r' -> {
                    column = 0;
                    startsOver = true;
                }
                case '\b' -> moveTo(row, column - 1);
                case '\t' -> {
                    startOver();
                    column = Math.min(WIDEST - 1, (column / 8 + 1) * 8);
                }
                case 0x84 -> down(1, column);
                case 0x8d -> up(1, column);
                default -> {}
            }
        }

        @Override
        public void escape(int intermediate, int last) {
            if (intermediate == 0) {
                switch (last) {
                    case '7' -> save();
                    case '8' -> restore();
                    case 'D' -> down(1, column);
                    case 'E' -> down(1, 0);
                    case 'M' -> up(1, column);
                    default -> {}
                }
            }
        }

        @Override
        public void control(ControlSequence sequence) {
            if (sequence.prefix == 0 && sequence.intermediate == 0) {
                move(sequence, sequence.amount(0));
            }
        }

        private void move(ControlSequence sequence, int amount) {
            switch (sequence.last) {
                case 'A' -> up(amount, column);
                case 'B', 'e' -> down(amount, column);
                case 'C', 'a' -> moveTo(row, column + amount);
                case 'D' -> moveTo(row, column - amount);
                case 'E' -> down(amount, 0);
                case 'F' -> up(amount, 0);
                case 'G', '`' -> moveTo(row, amount - 1);
                case 'H', 'f' -> toPlaceOnPage(amount - 1, sequence.amount(1) - 1);
                case 'd' -> toPlaceOnPage(amount - 1, column);
                default -> edit(sequence, amount);
            }
        }

        private void edit(ControlSequence sequence, int amount) {
            switch (sequence.last) {
                case 'J' -> eraseScreen(sequence.value(0));
                case 'K' -> eraseLine(sequence.value(0));
                case 'L' -> insertRows(amount);
                case 'M' -> deleteRows(amount);
                case '@' -> cells().insert(column, amount);
                case 'P' -> cells().delete(column, amount);
                case 'X' -> cells().erase(column, Math.min(WIDEST, column + amount));
                case 's' -> save();
                case 'u' -> restore();
                default -> {}
            }
        }

        @Override
        public void command(String text) {
            // The title of a window is not text.
        }
    }
}
