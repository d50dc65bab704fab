package dev.nudge.terminal.emulator;

import java.util.BitSet;
import java.util.stream.IntStream;

/// The modes that a program switches (SM, RM, DECSET, DECRST, DECKPAM).
final class Modes {
    /// Arrow keys send `ESC O` (DECCKM).
    static final int APPLICATION_CURSOR = 1;

    static final int AUTOWRAP = 7;
    static final int CURSOR_VISIBLE = 25;

    /// The keypad sends `ESC O` (DECKPAM, DECNKM).
    static final int APPLICATION_KEYPAD = 66;

    static final int BRACKETED_PASTE = 2004;

    /// Insert characters instead of overwriting (IRM).
    boolean isInsert;

    /// A line feed also returns the carriage (LNM).
    boolean isNewLine;

    private final BitSet privateModes = new BitSet();

    Modes() {
        reset();
    }

    static boolean isKnown(int mode) {
        return mode == APPLICATION_CURSOR
                || mode == AUTOWRAP
                || mode == CURSOR_VISIBLE
                || mode == APPLICATION_KEYPAD
                || mode == BRACKETED_PASTE
                || isInputMode(mode);
    }

    /// Returns whether the mode concerns only what the terminal sends: mouse and focus reports. It
    /// is kept for the terminal that will show this screen.
    private static boolean isInputMode(int mode) {
        return mode == 9 || (mode >= 1000 && mode <= 1007) || mode == 1015 || mode == 1016;
    }

    boolean has(int mode) {
        return privateModes.get(mode);
    }

    void set(int mode, boolean isSet) {
        if (isKnown(mode)) {
            privateModes.set(mode, isSet);
        }
    }

    IntStream inputModes() {
        return privateModes.stream().filter(Modes::isInputMode);
    }

    void softReset() {
        isInsert = false;
        privateModes.clear(APPLICATION_CURSOR);
        privateModes.clear(APPLICATION_KEYPAD);
        privateModes.set(AUTOWRAP);
        privateModes.set(CURSOR_VISIBLE);
    }

    void reset() {
        privateModes.clear();
        softReset();
        isNewLine = false;
    }
}
