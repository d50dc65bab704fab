package dev.nudge.terminal.keys;

import java.nio.charset.StandardCharsets;

/// Turns keys into the bytes that a terminal of type `xterm-256color` sends for them (xterm's
/// ctlseqs). Pure.
///
/// Differs from Gemini CLI on purpose: modifiers with named keys give xterm's sequences (`C-Up` is
/// `CSI 1;5A`, not a control character of its first letter); application cursor mode is honoured;
/// Shift+Tab goes to the program as `CSI Z`; Ctrl may go with the symbols for which ASCII has a
/// control character.
public final class KeyEncoder {
    private static final String ESC = "\u001b";

    private KeyEncoder() {}

    /// Encodes a key press.
    ///
    /// @param applicationCursor whether the program has switched the terminal to application cursor
    ///   keys (DECCKM, `CSI ? 1 h`): cursor keys without modifiers are then sent with SS3
    public static byte[] encode(KeyPress key, boolean applicationCursor) {
        return text(key, applicationCursor).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(KeyPress key, boolean applicationCursor) {
        return switch (key) {
            case KeyPress.Typed(int codePoint, Modifiers m) ->
                    alt(m)
                            + Character.toString(
                                    m.control() ? ControlCharacter.of(codePoint) : codePoint);
            case KeyPress.Named(NamedKey named, Modifiers m) ->
                    switch (named.code()) {
                        case KeyCode.Cursor(char letter) ->
                                lettered(letter, m, applicationCursor ? "O" : "[");
                        case KeyCode.Function(char letter, Modifiers held) ->
                                lettered(letter, union(held, m), "O");
                        case KeyCode.Numbered(int number, Modifiers held) ->
                                numbered(number, union(held, m));
                        case KeyCode.Plain plain -> alt(m) + plain(named, plain, m);
                    };
        };
    }

    private static String lettered(char letter, Modifiers m, String bare) {
        return m.equals(Modifiers.NONE)
                ? ESC + bare + letter
                : ESC + "[1;" + m.parameter() + letter;
    }

    private static String numbered(int number, Modifiers m) {
        String modifier = m.equals(Modifiers.NONE) ? "" : ";" + m.parameter();
        return ESC + "[" + number + modifier + "~";
    }

    private static String plain(NamedKey named, KeyCode.Plain code, Modifiers m) {
        if (m.shift() || named == NamedKey.BACK_TAB) {
            return m.control() && named != NamedKey.BACK_TAB && named != NamedKey.TAB
                    ? Character.toString(code.controlled())
                    : code.shifted();
        }
        return Character.toString(m.control() ? code.controlled() : code.plain());
    }

    private static String alt(Modifiers m) {
        return m.alt() ? ESC : "";
    }

    private static Modifiers union(Modifiers a, Modifiers b) {
        return new Modifiers(
                a.shift() || b.shift(), a.alt() || b.alt(), a.control() || b.control());
    }
}
