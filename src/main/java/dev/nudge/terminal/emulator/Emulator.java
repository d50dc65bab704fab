package dev.nudge.terminal.emulator;

import dev.nudge.terminal.grid.Style;
import java.nio.charset.StandardCharsets;

/// Carries out the commands that the parser finds, like an xterm, as far as programs use it, and
/// answers a program's questions to its terminal. Nothing that the program has written itself, such
/// as the title, is sent back: it would be typed into the program.
final class Emulator implements Parser.Sink {
    private static final String CSI = "\u001b[";

    /// The prefix of private sequences, in the bits in which `control` compares it.
    private static final int PRIVATE = '?' << 16;

    /// The intermediate and the final character of DECRQM, the question for a mode.
    private static final int REQUEST = ('$' << 8) | 'p';

    private final TerminalState state;
    private final Printer printer;
    private final ScreenCommands commands;
    private final StringBuilder answers = new StringBuilder();

    Emulator(TerminalState state) {
        this.state = state;
        printer = new Printer(state);
        commands = new ScreenCommands(state);
    }

    /// Returns the answers since the last call, in the order of the questions; often none.
    byte[] takeAnswers() {
        byte[] bytes = answers.toString().getBytes(StandardCharsets.US_ASCII);
        answers.setLength(0);
        return bytes;
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
            case '\b' -> commands.column(state.cursor.column - 1);
            case '\t' -> commands.tab(1);
            case '\n', 0x0B, '\f' -> lineFeed(state.modes.isNewLine);
            case '\r' -> commands.column(0);
            case 0x0E -> state.cursor.charset = 1;
            case 0x0F -> state.cursor.charset = 0;
            // C1, which is also written as ESC and the character 0x40 below.
            case 0x84 -> lineFeed(false);
            case 0x85 -> lineFeed(true);
            case 0x88 -> state.tabs.set(state.cursor.column);
            case 0x8D -> state.reverseIndex();
            default -> {}
        }
    }

    private void lineFeed(boolean isReturning) {
        state.lineFeed();
        if (isReturning) {
            commands.column(0);
        }
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
            case '=' -> state.modes.set(Modes.APPLICATION_KEYPAD, true);
            case '>' -> state.modes.set(Modes.APPLICATION_KEYPAD, false);
            case 'c' -> {
                state.reset();
                printer.forget();
            }
            case 'n' -> state.cursor.charset = 2;
            case 'o' -> state.cursor.charset = 3;
            case 'D', 'E', 'H', 'M' -> execute(last + 0x40);
            default -> {}
        }
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
        int value = sequence.value(0);
        switch ((sequence.prefix << 16) | (sequence.intermediate << 8) | sequence.last) {
            case PRIVATE | 'h', PRIVATE | 'l' -> {
                for (int i = 0; i < sequence.count(); i++) {
                    state.privateMode(sequence.value(i), sequence.last == 'h');
                }
            }
            // Nothing is ever protected here, so the selective forms erase the same.
            case PRIVATE | 'J' -> commands.eraseScreen(value);
            case PRIVATE | 'K' -> commands.eraseLine(value);
            case PRIVATE | 'n' -> reportStatus(value, "?");
            // DA2, with the number of an xterm for which programs ask nothing unusual.
            case ('>' << 16) | 'c' -> answers.append(CSI + ">0;276;0c");
            // XTVERSION.
            case ('>' << 16) | 'q' -> answers.append("\u001bP>|nudge\u001b\\");
            case ('!' << 8) | 'p' -> softReset();
            case REQUEST -> reportMode("", value, state.askAnsiMode(value));
            case PRIVATE | REQUEST -> reportMode("?", value, state.askPrivateMode(value));
            default -> {
                if (sequence.prefix == 0 && sequence.intermediate == 0) {
                    plain(sequence);
                }
            }
        }
    }

    private void plain(ControlSequence sequence) {
        switch (sequence.last) {
            case 'b' -> printer.repeat(sequence.amount(0));
            // DA1: a VT220 with colours.
            case 'c' -> answers.append(CSI + "?62;22c");
            case 'g' -> state.tabs.clear(sequence.value(0), state.cursor.column);
            case 'h' -> ansiModes(sequence, true);
            case 'l' -> ansiModes(sequence, false);
            case 'm' -> state.cursor.style = Sgr.apply(sequence, state.cursor.style);
            case 'n' -> reportStatus(sequence.value(0), "");
            case 'r' -> margins(sequence);
            case 's' -> state.saveCursor();
            case 't' -> reportSize(sequence.value(0));
            case 'u' -> state.restoreCursor();
            default -> commands.run(sequence);
        }
    }

    private void ansiModes(ControlSequence sequence, boolean isSet) {
        for (int i = 0; i < sequence.count(); i++) {
            switch (sequence.value(i)) {
                case 4 -> state.modes.isInsert = isSet;
                case 20 -> state.modes.isNewLine = isSet;
                default -> {}
            }
        }
    }

    private void softReset() {
        state.modes.softReset();
        state.cursor.reset();
        state.screen.resetMargins();
        state.screen.saved.set(new Cursor());
    }

    /// Sets the scroll region (DECSTBM), which has at least two rows.
    private void margins(ControlSequence sequence) {
        int last = state.screen.height() - 1;
        int top = sequence.amount(0) - 1;
        int bottom = sequence.value(1) == 0 ? last : Math.min(last, sequence.value(1) - 1);
        if (top < bottom) {
            state.screen.margins(top, bottom);
            commands.position(0, 0);
        }
    }

    /// Answers DSR: 5 asks for the terminal's state, 6 for the cursor's position. The answer has
    /// the prefix of the question, `?` or none.
    private void reportStatus(int what, String prefix) {
        if (what == 5) {
            answers.append(CSI + prefix + "0n");
        } else if (what == 6) {
            Cursor cursor = state.cursor;
            int row = cursor.row - (cursor.isOrigin ? state.screen.top : 0);
            answers.append(CSI + prefix + (row + 1) + ";" + (cursor.column + 1) + "R");
        }
    }

    /// Answers DECRQM.
    private void reportMode(String prefix, int mode, int value) {
        answers.append(CSI + prefix + mode + ";" + value + "$y");
    }

    /// Answers XTWINOPS 18: the size in characters.
    private void reportSize(int what) {
        if (what == 18) {
            answers.append(CSI + "8;" + state.screen.height() + ";" + state.columns() + "t");
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
