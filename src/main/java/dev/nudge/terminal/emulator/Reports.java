package dev.nudge.terminal.emulator;

import java.nio.charset.StandardCharsets;

/// Answers a program's questions to its terminal. Nothing that the program has written itself, such
/// as the title, is sent back: it would be typed into the program.
final class Reports {
    private static final String CSI = "\u001b[";

    private final TerminalState state;
    private final ModeCommands modes;
    private final StringBuilder answers = new StringBuilder();

    Reports(TerminalState state, ModeCommands modes) {
        this.state = state;
        this.modes = modes;
    }

    /// Returns the answers since the last call, in the order of the questions; often none.
    byte[] take() {
        byte[] bytes = answers.toString().getBytes(StandardCharsets.US_ASCII);
        answers.setLength(0);
        return bytes;
    }

    /// Answers DA1: a VT220 with colours.
    void primaryAttributes() {
        answers.append(CSI + "?62;22c");
    }

    /// Answers DA2, with the number of an xterm for which programs ask nothing unusual.
    void secondaryAttributes() {
        answers.append(CSI + ">0;276;0c");
    }

    /// Answers XTVERSION.
    void version() {
        answers.append("\u001bP>|nudge\u001b\\");
    }

    /// Answers DSR: 5 asks for the terminal's state, 6 for the cursor's position.
    ///
    /// @param prefix `?` or nothing, for the question and the answer
    void status(int what, String prefix) {
        if (what == 5) {
            answers.append(CSI + prefix + "0n");
        } else if (what == 6) {
            Cursor cursor = state.cursor;
            int row = cursor.row - (cursor.isOrigin ? state.screen.top() : 0);
            answers.append(CSI + prefix)
                    .append(row + 1)
                    .append(';')
                    .append(cursor.column + 1)
                    .append('R');
        }
    }

    /// Answers DECRQM.
    void mode(int mode, boolean isPrivate) {
        int value = isPrivate ? modes.privateState(mode) : modes.ansiState(mode);
        answers.append(CSI + (isPrivate ? "?" : ""))
                .append(mode)
                .append(';')
                .append(value)
                .append("$y");
    }

    /// Answers XTWINOPS 18: the size in characters.
    void window(int what) {
        if (what == 18) {
            answers.append(CSI + "8;")
                    .append(state.screen.height())
                    .append(';')
                    .append(state.columns())
                    .append('t');
        }
    }
}
