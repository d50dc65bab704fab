package dev.nudge.terminal.keys;

/// The control characters that Ctrl and a key give: `Ctrl+a` (01) to `Ctrl+z` (1A), and the few
/// symbols for which ASCII has one. Digits and other symbols have none.
final class ControlCharacter {
    private static final String SYMBOLS = "@[\\]^_?/ ";
    private static final int DELETE = 0x7f;
    private static final int FIVE_BITS = 0x1f;

    private ControlCharacter() {}

    static boolean exists(int codePoint) {
        return isLetter(codePoint) || SYMBOLS.indexOf(codePoint) >= 0;
    }

    /// Returns the byte for a character for which [#exists] is true.
    static int of(int codePoint) {
        return switch (codePoint) {
            case '?' -> DELETE;
            case '/' -> '_' & FIVE_BITS;
            case ' ' -> 0;
            default -> codePoint & FIVE_BITS;
        };
    }

    private static boolean isLetter(int codePoint) {
        return (codePoint >= 'a' && codePoint <= 'z') || (codePoint >= 'A' && codePoint <= 'Z');
    }
}
