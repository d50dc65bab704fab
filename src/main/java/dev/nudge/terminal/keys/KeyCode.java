package dev.nudge.terminal.keys;

/// The characters that a named key sends, in terms of xterm's control sequences (ctlseqs).
sealed interface KeyCode {
    /// `CSI A`, `SS3 A` in application cursor mode, `CSI 1;5A` with modifiers.
    record Cursor(char letter) implements KeyCode {}

    /// `SS3 P`, `CSI 1;5P` with modifiers.
    ///
    /// @param held modifiers that belong to the key itself: F13 is Shift and F1
    record Function(char letter, Modifiers held) implements KeyCode {}

    /// `CSI 5~`, `CSI 5;5~` with modifiers.
    ///
    /// @param held modifiers that belong to the key itself: F17 is Shift and F5
    record Numbered(int number, Modifiers held) implements KeyCode {}

    /// One byte; Alt puts an ESC before it.
    ///
    /// @param shifted what is sent with Shift
    /// @param controlled the byte with Ctrl
    record Plain(char plain, String shifted, char controlled) implements KeyCode {}
}
