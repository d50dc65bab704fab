package dev.nudge.terminal.keys;

import java.nio.charset.StandardCharsets;

/// One press of a key, which [KeyNames#read] makes from a name, as a terminal of type
/// `xterm-256color` sends it (xterm's ctlseqs).
///
/// Differs from Gemini CLI on purpose: modifiers with named keys give xterm's sequences (`C-Up` is
/// `CSI 1;5A`, not a control character of its first letter); application cursor mode is honoured;
/// Shift+Tab goes to the program as `CSI Z`; Ctrl may go with the symbols for which ASCII has a
/// control character.
///
/// @param held the keys held down with it: [#SHIFT], [#ALT] and [#CONTROL], or 0
public record KeyPress(Code code, int held) {
    static final int SHIFT = 1;
    static final int ALT = 2;
    static final int CONTROL = 4;

    private static final String ESC = "\u001b";

    public sealed interface Code {}

    /// `CSI 1;5A` with modifiers; without, `CSI A` for a cursor key, and `SS3 P` for others and in
    /// application cursor mode.
    record Lettered(char letter, boolean isCursor) implements Code {}

    /// `CSI 5~`, `CSI 5;5~` with modifiers.
    record Numbered(int number) implements Code {}

    /// Characters; Alt puts an ESC before them.
    record Plain(String plain, String shifted, String controlled) implements Code {}

    /// Returns the bytes that the terminal sends.
    ///
    /// @param applicationCursor whether the program has switched the terminal to application cursor
    ///   keys (DECCKM, `CSI ? 1 h`): cursor keys without modifiers are then sent with SS3
    public byte[] bytes(boolean applicationCursor) {
        // "PC-Style Function Keys": 2 for Shift, 5 for Ctrl, up to 8 for all three.
        String modifier = held == 0 ? "" : ";" + (1 + held);
        String text =
                switch (code) {
                    case Lettered(char letter, boolean isCursor) when held == 0 ->
                            ESC + (isCursor && !applicationCursor ? "[" : "O") + letter;
                    case Lettered(char letter, _) -> ESC + "[1" + modifier + letter;
                    case Numbered(int number) -> ESC + "[" + number + modifier + "~";
                    case Plain plain -> (isHeld(ALT) ? ESC : "") + text(plain);
                };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Ctrl counts more than Shift, unless it changes nothing, as with Tab.
    private String text(Plain key) {
        if (isHeld(CONTROL) && !key.controlled().equals(key.plain())) {
            return key.controlled();
        }
        return isHeld(SHIFT) ? key.shifted() : key.plain();
    }

    private boolean isHeld(int modifier) {
        return (held & modifier) != 0;
    }
}
