package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Row;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/// A terminal without a window: takes what a program writes to its pty and knows what an xterm
/// would show.
///
/// Bytes come in chunks that may end anywhere. They are UTF-8; invalid bytes count as U+FFFD. Lines
/// that leave the main screen at its top are kept encoded (about 84 bytes for 80 plain characters),
/// up to the scrollback limit. Thread-safe: each call sees a consistent state and waits only for
/// other calls.
public final class HeadlessTerminal {
    public static final int DEFAULT_SCROLLBACK = 300_000;

    private final TerminalState state;
    private final Emulator emulator;
    private final Parser parser;
    private final Consumer<byte[]> replies;

    /// Makes a terminal with the default scrollback that answers no questions.
    public HeadlessTerminal(int columns, int rows) {
        this(columns, rows, DEFAULT_SCROLLBACK, answer -> {});
    }

    /// Makes a terminal with a blank screen.
    ///
    /// @param columns 1 to 65,535, as the rows
    /// @param scrollback the most lines kept that have left the screen, 0 or more
    /// @param replies takes the answers to the program's questions (DA, DSR, DECRQM, XTVERSION), to
    ///   be written to its pty. Called by the thread that feeds the terminal, without the lock,
    ///   after the chunk with the question has been handled; while it blocks, no further chunk is
    ///   handled
    public HeadlessTerminal(int columns, int rows, int scrollback, Consumer<byte[]> replies) {
        checkSize(columns, rows);
        state = new TerminalState(columns, rows, scrollback);
        emulator = new Emulator(state);
        parser = new Parser(emulator);
        this.replies = replies;
    }

    private static void checkSize(int columns, int rows) {
        if (columns < 1 || rows < 1 || columns > 65_535 || rows > 65_535) {
            throw new IllegalArgumentException(
                    "A window of %d columns and %d rows cannot be: give 1 to 65535 of each"
                            .formatted(columns, rows));
        }
    }

    /// Returns all text that a program has left on its terminal, in the form of [#text()].
    ///
    /// @param recording all bytes, as they were written; read to the end, and not closed
    /// @param columns when the program started, as the rows
    public static String textOf(InputStream recording, int columns, int rows) throws IOException {
        HeadlessTerminal terminal = new HeadlessTerminal(columns, rows);
        byte[] chunk = new byte[64 * 1024];
        for (int length = recording.read(chunk); length >= 0; length = recording.read(chunk)) {
            terminal.feed(chunk, 0, length);
        }
        return terminal.text();
    }

    /// Takes a part of an array that the program wrote. The array is not kept.
    public void feed(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        byte[] answer;
        synchronized (this) {
            parser.feed(bytes, offset, offset + length);
            answer = emulator.takeAnswers();
        }
        if (answer.length > 0) {
            replies.accept(answer);
        }
    }

    /// Resizes the window. Lines of the main screen and of the scrollback are rewrapped; the
    /// alternate screen is cut or extended. Each size is 1 to 65,535.
    public synchronized void resize(int columns, int rows) {
        checkSize(columns, rows);
        state.resize(columns, rows);
    }

    public synchronized int columns() {
        return state.columns();
    }

    public synchronized int rows() {
        return state.screen.height();
    }

    /// Returns the title that the program has set, at most about 4,000 characters; empty if it has
    /// set none.
    public synchronized String title() {
        return state.title;
    }

    /// The cursor's place on the screen.
    ///
    /// @param row from 0, at the top
    /// @param column from 0; also the last column if the next character will go to the next row
    public record CursorPosition(int row, int column) {}

    public synchronized CursorPosition cursor() {
        return new CursorPosition(state.cursor.row, state.cursor.column);
    }

    /// Returns whether the program draws on the alternate screen, as full-screen programs do.
    public synchronized boolean isAlternate() {
        return state.isAlternate();
    }

    /// Returns whether arrow keys are sent as `ESC O A` instead of `ESC [ A` (DECCKM).
    public synchronized boolean hasApplicationCursorKeys() {
        return state.modes.has(Modes.APPLICATION_CURSOR);
    }

    /// Returns the number of lines that have left the main screen and are kept.
    public synchronized int historyLines() {
        return state.history.size();
    }

    /// Returns all text, scrollback first. Wrapped lines are joined, trailing blanks of a line stay
    /// only if they were written, and lines after the last visible text are left out. In the
    /// alternate screen, returns the text of that screen.
    public synchronized String text() {
        StringBuilder text = new StringBuilder();
        if (!state.isAlternate()) {
            state.history.appendText(text);
        }
        append(text, state.screen.rows());
        return withoutBlankEnd(text);
    }

    /// Returns the text of the last rows, scrollback included, in the form of [#text()].
    public synchronized String text(int lastRows) {
        List<Row> rows = new ArrayList<>(state.screen.rows());
        int older = lastRows - rows.size();
        if (!state.isAlternate() && older > 0) {
            rows.addAll(0, state.history.window(older, older, state.columns()));
        }
        StringBuilder text = new StringBuilder();
        append(text, rows.subList(rows.size() - Math.clamp(lastRows, 0, rows.size()), rows.size()));
        return withoutBlankEnd(text);
    }

    /// Returns all rows of the screen as they are seen after scrolling back `back` lines (0 or
    /// more), without trailing blanks. Scrolling stops at the oldest line.
    public synchronized List<String> screen(int back) {
        int height = state.screen.height();
        List<Row> rows =
                new ArrayList<>(
                        state.history.window(
                                Math.min(back, scrollback()), height, state.columns()));
        rows.addAll(state.screen.rows());
        return rows.subList(0, height).stream()
                .map(row -> row.text(0, row.columns()).stripTrailing())
                .toList();
    }

    /// Returns how many lines the screen can be scrolled back; 0 in the alternate screen.
    public synchronized int scrollback() {
        return state.isAlternate() ? 0 : state.history.size();
    }

    /// Appends the text of rows. Those that continue are joined to the next; trailing cells of a
    /// line that were never written are left out, blanks that were written stay.
    static void append(StringBuilder text, List<Row> rows) {
        for (Row row : rows) {
            text.append(row.text(0, row.isWrapped() ? row.lineLength() : row.writtenLength()))
                    .append(row.isWrapped() ? "" : "\n");
        }
    }

    private static String withoutBlankEnd(StringBuilder text) {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        int lineEnd = text.indexOf("\n", end);
        return end == 0 ? "" : text.substring(0, lineEnd < 0 ? text.length() : lineEnd);
    }

    /// Returns the text before the cursor in its line, with all rows that the line was wrapped into
    /// and with blanks at its end. Where a program waits for input, this is its prompt.
    public synchronized String textBeforeCursor() {
        Screen screen = state.screen;
        Cursor cursor = state.cursor;
        int first = cursor.row;
        while (first > 0 && screen.row(first - 1).isWrapped()) {
            first--;
        }
        StringBuilder before = new StringBuilder();
        append(before, screen.rows().subList(first, cursor.row));
        int column = cursor.column + (cursor.isWrapPending ? 1 : 0);
        return before.append(screen.row(cursor.row).text(0, column)).toString();
    }

    /// Returns the bytes that draw this screen on another terminal of the same size: text, looks,
    /// cursor and modes. Fed to a HeadlessTerminal, they make its screen the same.
    ///
    /// @param isFirst whether the other terminal still shows something else, which many terminals
    ///   then keep in their scrollback
    public synchronized byte[] replay(boolean isFirst) {
        return new ScreenReplay(state).bytes(isFirst);
    }

    /// Returns the bytes that draw a text over the last row of another terminal that shows this
    /// screen, and change nothing else. Empty if that is impossible now: in the middle of a
    /// sequence, before a line is wrapped, or with another character set in use.
    ///
    /// @param text ASCII, not empty; what is wider than the screen is left out
    public synchronized byte[] cover(String text) {
        return parser.isIdle() && state.cursor.isPlain()
                ? new ScreenReplay(state).lastRow(text)
                : new byte[0];
    }

    /// Returns the bytes that undo [#cover(String)], before anything else is fed.
    public synchronized byte[] uncover() {
        return new ScreenReplay(state).lastRow("");
    }
}
