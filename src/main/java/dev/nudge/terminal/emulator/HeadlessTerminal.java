package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Row;
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
    /// The default number of lines of scrollback.
    public static final int DEFAULT_SCROLLBACK = 300_000;

    private final Object lock = new Object();
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
    /// @param columns 1 to 65,535
    /// @param rows 1 to 65,535
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

    /// Takes a part of an array that the program wrote. The array is not kept.
    public void feed(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        byte[] answer;
        synchronized (lock) {
            parser.feed(bytes, offset, offset + length);
            answer = emulator.reports().take();
        }
        if (answer.length > 0) {
            replies.accept(answer);
        }
    }

    /// Resizes the window. Lines of the main screen and of the scrollback are rewrapped; the
    /// alternate screen is cut or extended.
    ///
    /// @param columns 1 to 65,535
    /// @param rows 1 to 65,535
    public void resize(int columns, int rows) {
        checkSize(columns, rows);
        synchronized (lock) {
            state.resize(columns, rows);
        }
    }

    public int columns() {
        synchronized (lock) {
            return state.columns();
        }
    }

    public int rows() {
        synchronized (lock) {
            return state.screen.height();
        }
    }

    /// Returns the title that the program has set, at most about 4,000 characters; empty if it has
    /// set none.
    public String title() {
        synchronized (lock) {
            return state.title;
        }
    }

    /// The cursor's place on the screen.
    ///
    /// @param row from 0, at the top
    /// @param column from 0; also the last column if the next character will go to the next row
    public record CursorPosition(int row, int column) {}

    public CursorPosition cursor() {
        synchronized (lock) {
            return new CursorPosition(state.cursor.row, state.cursor.column);
        }
    }

    /// Returns whether the program draws on the alternate screen, as full-screen programs do.
    public boolean isAlternate() {
        synchronized (lock) {
            return state.isAlternate();
        }
    }

    /// Returns whether arrow keys are sent as `ESC O A` instead of `ESC [ A` (DECCKM).
    public boolean hasApplicationCursorKeys() {
        synchronized (lock) {
            return state.modes.isApplicationCursor;
        }
    }

    /// Returns the number of lines that have left the main screen and are kept.
    public int historyLines() {
        synchronized (lock) {
            return state.history.size();
        }
    }

    /// Returns all text, scrollback first. Wrapped lines are joined, trailing blanks of a line stay
    /// only if they were written, and lines after the last visible text are left out. In the
    /// alternate screen, returns the text of that screen.
    public String text() {
        synchronized (lock) {
            StringBuilder text = new StringBuilder();
            if (!state.isAlternate()) {
                state.history.appendText(text);
            }
            ScreenText.append(text, state.screen.rows());
            return ScreenText.withoutBlankEnd(text);
        }
    }

    /// Returns the text of the last rows, scrollback included, in the form of [#text()].
    public String text(int lastRows) {
        synchronized (lock) {
            StringBuilder text = new StringBuilder();
            ScreenText.append(text, lastRows(lastRows));
            return ScreenText.withoutBlankEnd(text);
        }
    }

    /// Returns all rows of the screen as they are seen, without trailing blanks.
    ///
    /// @param back how many lines to scroll back, 0 or more; it stops at the oldest line
    public List<String> screen(int back) {
        synchronized (lock) {
            int height = state.screen.height();
            List<Row> rows = new ArrayList<>();
            rows.addAll(
                    state.history.window(Math.min(back, scrollback()), height, state.columns()));
            rows.addAll(state.screen.rows());
            return rows.subList(0, height).stream()
                    .map(row -> row.text(0, row.columns()).stripTrailing())
                    .toList();
        }
    }

    /// Returns how many lines the screen can be scrolled back; 0 in the alternate screen.
    public int scrollback() {
        synchronized (lock) {
            return state.isAlternate() ? 0 : state.history.size();
        }
    }

    private List<Row> lastRows(int count) {
        List<Row> screen = state.screen.rows();
        if (count <= screen.size()) {
            return screen.subList(screen.size() - Math.max(0, count), screen.size());
        }
        List<Row> rows = new ArrayList<>();
        if (!state.isAlternate()) {
            rows.addAll(state.history.last(count - screen.size(), state.columns()));
        }
        rows.addAll(screen);
        return rows;
    }

    /// Returns the text before the cursor in its line, with all rows that the line was wrapped into
    /// and with blanks at its end: where a program waits for input, its prompt.
    public String textBeforeCursor() {
        synchronized (lock) {
            return ScreenText.beforeCursor(state.screen, state.cursor);
        }
    }

    /// Returns the bytes that draw this screen on another terminal of the same size: text, looks,
    /// cursor and modes. Fed to a HeadlessTerminal, they make its screen the same.
    ///
    /// @param isFirst whether the other terminal still shows something else, which many terminals
    ///   then keep in their scrollback
    public byte[] replay(boolean isFirst) {
        synchronized (lock) {
            return new ScreenReplay(state).bytes(isFirst);
        }
    }

    /// Returns the bytes that draw a text over the last row of another terminal that shows this
    /// screen, and change nothing else. Empty if that is impossible now: in the middle of a
    /// sequence, before a line is wrapped, or with another character set in use.
    ///
    /// @param text ASCII, not empty; what is wider than the screen is left out
    public byte[] cover(String text) {
        synchronized (lock) {
            return parser.isIdle() && state.cursor.isPlain()
                    ? new ScreenReplay(state).lastRow(text)
                    : new byte[0];
        }
    }

    /// Returns the bytes that undo [#cover(String)], before anything else is fed.
    public byte[] uncover() {
        synchronized (lock) {
            return new ScreenReplay(state).lastRow("");
        }
    }
}
