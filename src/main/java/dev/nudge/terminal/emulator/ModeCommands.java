package dev.nudge.terminal.emulator;

/// The control sequences that switch modes: SM, RM, DECSET, DECRST.
final class ModeCommands {
    private final TerminalState state;

    ModeCommands(TerminalState state) {
        this.state = state;
    }

    /// Switches the modes of ECMA-48 that the sequence lists.
    void set(ControlSequence sequence, boolean isSet) {
        for (int i = 0; i < sequence.count(); i++) {
            switch (sequence.value(i)) {
                case 4 -> state.modes.isInsert = isSet;
                case 20 -> state.modes.isNewLine = isSet;
                default -> {}
            }
        }
    }

    /// Switches the private modes of DEC and xterm that the sequence lists.
    void setPrivate(ControlSequence sequence, boolean isSet) {
        for (int i = 0; i < sequence.count(); i++) {
            setPrivate(sequence.value(i), isSet);
        }
    }

    private void setPrivate(int mode, boolean isSet) {
        Modes modes = state.modes;
        switch (mode) {
            case 1 -> modes.isApplicationCursor = isSet;
            case 6 -> origin(isSet);
            case 7 -> autowrap(isSet);
            case 25 -> modes.isCursorVisible = isSet;
            case 47 -> state.show(isSet);
            case 66 -> modes.isApplicationKeypad = isSet;
            case 1047 -> alternate(isSet);
            case 1048 -> saveOrRestore(isSet);
            case 1049 -> alternateWithCursor(isSet);
            case 2004 -> modes.isBracketedPaste = isSet;
            default -> {
                if (Modes.isInputMode(mode)) {
                    modes.inputMode(mode, isSet);
                }
            }
        }
    }

    private void origin(boolean isSet) {
        state.cursor.isOrigin = isSet;
        state.cursor.moveTo(isSet ? state.screen.top() : 0, 0);
    }

    private void autowrap(boolean isSet) {
        state.modes.isAutowrap = isSet;
        state.cursor.isWrapPending = state.cursor.isWrapPending && isSet;
    }

    private void alternate(boolean isSet) {
        if (!isSet && state.isAlternate()) {
            state.clearAlternate();
        }
        state.show(isSet);
    }

    private void saveOrRestore(boolean isSet) {
        if (isSet) {
            state.saveCursor();
        } else {
            state.restoreCursor();
        }
    }

    /// Switches screens. Leaving restores the cursor even if the alternate screen is not shown, as
    /// in xterm.
    private void alternateWithCursor(boolean isSet) {
        if (!isSet) {
            state.show(false);
            state.restoreCursor();
        } else if (!state.isAlternate()) {
            state.saveCursor();
            state.show(true);
            state.clearAlternate();
        }
    }

    /// Returns the answer to DECRQM for a private mode: 1 set, 2 reset, 0 not known.
    int privateState(int mode) {
        Modes modes = state.modes;
        return switch (mode) {
            case 1 -> answer(modes.isApplicationCursor);
            case 6 -> answer(state.cursor.isOrigin);
            case 7 -> answer(modes.isAutowrap);
            case 25 -> answer(modes.isCursorVisible);
            case 47, 1047, 1049 -> answer(state.isAlternate());
            case 66 -> answer(modes.isApplicationKeypad);
            case 2004 -> answer(modes.isBracketedPaste);
            default -> Modes.isInputMode(mode) ? answer(modes.inputModes().contains(mode)) : 0;
        };
    }

    /// Returns the answer to DECRQM for a mode of ECMA-48.
    int ansiState(int mode) {
        return switch (mode) {
            case 4 -> answer(state.modes.isInsert);
            case 20 -> answer(state.modes.isNewLine);
            default -> 0;
        };
    }

    private static int answer(boolean isSet) {
        return isSet ? 1 : 2;
    }
}
