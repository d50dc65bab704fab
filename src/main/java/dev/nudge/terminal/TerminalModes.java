package dev.nudge.terminal;

/// The modes that a program has set on its terminal.
///
/// @param alternateScreen whether it draws on the alternate screen, as full-screen programs do
/// @param applicationCursorKeys whether arrow keys are sent as `ESC O A` instead of `ESC [ A`
///   (DECCKM)
/// @param applicationKeypad whether keypad keys are sent as `ESC O` sequences (DECKPAM)
/// @param bracketedPaste whether pasted text is put between `ESC [ 200 ~` and `ESC [ 201 ~`
/// @param cursorVisible whether the cursor is shown
public record TerminalModes(
        boolean alternateScreen,
        boolean applicationCursorKeys,
        boolean applicationKeypad,
        boolean bracketedPaste,
        boolean cursorVisible) {}
