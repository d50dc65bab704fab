package dev.nudge.terminal.emulator;

import java.util.SortedSet;
import java.util.TreeSet;

/// The modes that a program switches (SM, RM, DECSET, DECRST, DECKPAM).
final class Modes {
    /// Insert characters instead of overwriting (IRM).
    boolean isInsert;

    /// A line feed also returns the carriage (LNM).
    boolean isNewLine;

    /// Arrow keys send `ESC O` (DECCKM).
    boolean isApplicationCursor;

    /// The keypad sends `ESC O` (DECKPAM).
    boolean isApplicationKeypad;

    boolean isAutowrap = true;
    boolean isCursorVisible = true;
    boolean isBracketedPaste;

    private final SortedSet<Integer> inputModes = new TreeSet<>();

    /// Returns whether the mode concerns only what the terminal sends: mouse and focus reports.
    static boolean isInputMode(int mode) {
        return mode == 9
                || (mode >= 1000 && mode <= 1006)
                || mode == 1007
                || mode == 1015
                || mode == 1016;
    }

    /// Keeps a mode that does not affect this terminal, for the one that will show its screen.
    void inputMode(int mode, boolean isSet) {
        if (isSet) {
            inputModes.add(mode);
        } else {
            inputModes.remove(mode);
        }
    }

    /// The input modes that are set, in order.
    SortedSet<Integer> inputModes() {
        return inputModes;
    }

    /// Resets the modes that DECSTR resets.
    void softReset() {
        isInsert = false;
        isApplicationCursor = false;
        isApplicationKeypad = false;
        isAutowrap = true;
        isCursorVisible = true;
    }

    /// Resets all modes, as RIS does.
    void reset() {
        softReset();
        isNewLine = false;
        isBracketedPaste = false;
        inputModes.clear();
    }
}
