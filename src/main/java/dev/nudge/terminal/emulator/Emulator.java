package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Style;

/// Carries out the commands that the parser finds, like an xterm, as far as programs use it.
final class Emulator implements ParserSink {
    private final TerminalState state;
    private final Printer printer;
    private final CursorCommands moves;
    private final EditCommands edits;
    private final ModeCommands modes;
    private final Reports reports;

    Emulator(TerminalState state) {
        this.state = state;
        printer = new Printer(state);
        moves = new CursorCommands(state);
        edits = new EditCommands(state);
        modes = new ModeCommands(state);
        reports = new Reports(state, modes);
    }

    Reports reports() {
        return reports;
    }

    @Override
    public void printAscii(byte[] bytes, int from, int to) {
        printer.ascii(bytes, from, to);
    }

    @Override
    public void print(int codePoint) {
        printer.character(codePoint);
    }

    @Override
    public void execute(int control) {
        switch (control) {
            case '\b' -> moves.column(state.cursor.column - 1);
            case '\t' -> moves.tab(1);
            case '\n', 0x0B, '\f' -> lineFeed();
            case '\r' -> moves.column(0);
            case 0x0E -> state.cursor.shift(1);
            case 0x0F -> state.cursor.shift(0);
            default -> c1(control);
        }
    }

    /// Carries out a C1 control, which is also written as ESC and the character 0x40 below.
    private void c1(int control) {
        switch (control) {
            case 0x84 -> state.lineFeed();
            case 0x85 -> nextLine();
            case 0x88 -> state.tabs.set(state.cursor.column);
            case 0x8D -> state.reverseIndex();
            default -> {}
        }
    }

    private void lineFeed() {
        state.lineFeed();
        if (state.modes.isNewLine) {
            moves.column(0);
        }
    }

    private void nextLine() {
        state.lineFeed();
        moves.column(0);
    }

    @Override
    public void escape(int intermediate, int last) {
        switch (intermediate) {
            case 0 -> escape(last);
            case '(', ')', '*', '+' -> state.cursor.designate(intermediate - '(', last == '0');
            case '#' -> align(last);
            default -> {}
        }
    }

    private void escape(int last) {
        switch (last) {
            case '7' -> state.saveCursor();
            case '8' -> state.restoreCursor();
            case '=' -> state.modes.isApplicationKeypad = true;
            case '>' -> state.modes.isApplicationKeypad = false;
            case 'c' -> reset();
            case 'n' -> state.cursor.shift(2);
            case 'o' -> state.cursor.shift(3);
            case 'D', 'E', 'H', 'M' -> c1(last + 0x40);
            default -> {}
        }
    }

    private void reset() {
        state.reset();
        state.title = "";
        printer.forget();
    }

    /// Fills the screen with the letter E (DECALN).
    private void align(int last) {
        if (last != '8') {
            return;
        }
        state.screen.resetMargins();
        for (int row = 0; row < state.screen.height(); row++) {
            state.screen.erase(row, 0, state.columns(), Style.DEFAULT);
            for (int column = 0; column < state.columns(); column++) {
                state.screen.row(row).put(column, 'E', 1, Style.DEFAULT);
            }
        }
        state.cursor.moveTo(0, 0);
    }

    @Override
    public void control(ControlSequence sequence) {
        switch ((sequence.prefix() << 8) | sequence.intermediate()) {
            case 0 -> plain(sequence);
            case '?' << 8 -> privat(sequence);
            case '>' << 8 -> secondary(sequence);
            case '!' -> softReset(sequence);
            case '$' -> requestMode(sequence, false);
            case ('?' << 8) | '$' -> requestMode(sequence, true);
            default -> {}
        }
    }

    private void plain(ControlSequence sequence) {
        if (moves.run(sequence) || edits.run(sequence)) {
            return;
        }
        switch (sequence.last()) {
            case 'b' -> printer.repeat(sequence.amount(0));
            case 'c' -> reports.primaryAttributes();
            case 'g' -> clearTabs(sequence.value(0));
            case 'h' -> modes.set(sequence, true);
            case 'l' -> modes.set(sequence, false);
            case 'm' -> state.cursor.style = Sgr.apply(sequence, state.cursor.style);
            case 'n' -> reports.status(sequence.value(0), "");
            case 'r' -> margins(sequence);
            case 's' -> state.saveCursor();
            case 't' -> reports.window(sequence.value(0));
            case 'u' -> state.restoreCursor();
            default -> {}
        }
    }

    private void privat(ControlSequence sequence) {
        switch (sequence.last()) {
            case 'h' -> modes.setPrivate(sequence, true);
            case 'l' -> modes.setPrivate(sequence, false);
            // Nothing is ever protected here, so the selective forms erase the same.
            case 'J' -> edits.eraseScreen(sequence.value(0));
            case 'K' -> edits.eraseLine(sequence.value(0));
            case 'n' -> reports.status(sequence.value(0), "?");
            default -> {}
        }
    }

    private void secondary(ControlSequence sequence) {
        switch (sequence.last()) {
            case 'c' -> reports.secondaryAttributes();
            case 'q' -> reports.version();
            default -> {}
        }
    }

    private void softReset(ControlSequence sequence) {
        if (sequence.last() == 'p') {
            state.modes.softReset();
            state.cursor.reset();
            state.screen.resetMargins();
            state.screen.saved().set(new Cursor());
        }
    }

    private void requestMode(ControlSequence sequence, boolean isPrivate) {
        if (sequence.last() == 'p') {
            reports.mode(sequence.value(0), isPrivate);
        }
    }

    private void clearTabs(int what) {
        if (what == 0) {
            state.tabs.clear(state.cursor.column);
        } else if (what == 3) {
            state.tabs.clear();
        }
    }

    /// Sets the scroll region (DECSTBM), which has at least two rows.
    private void margins(ControlSequence sequence) {
        int height = state.screen.height();
        int top = sequence.amount(0) - 1;
        int bottom = sequence.value(1) == 0 ? height - 1 : sequence.value(1) - 1;
        if (top < Math.min(bottom, height - 1)) {
            state.screen.margins(top, Math.min(bottom, height - 1));
            moves.position(0, 0);
        }
    }

    /// Sets the title (0 and 2). All other commands do not affect the screen.
    @Override
    public void command(String text) {
        if (text.startsWith("0;") || text.startsWith("2;")) {
            state.title = text.substring(2);
        }
    }
}
