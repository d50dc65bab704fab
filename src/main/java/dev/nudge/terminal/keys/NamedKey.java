package dev.nudge.terminal.keys;

import java.util.List;

/// The keys that have a name, each with the names that tmux, Emacs and keyboards use for it, the
/// usual one first. Case does not matter.
public enum NamedKey {
    UP(cursor('A'), "Up"),
    DOWN(cursor('B'), "Down"),
    RIGHT(cursor('C'), "Right"),
    LEFT(cursor('D'), "Left"),
    HOME(cursor('H'), "Home"),
    END(cursor('F'), "End"),
    ENTER(plain('\r', '\r'), "Enter", "Return", "CR", "RET"),
    TAB(new KeyCode.Plain('\t', "\u001b[Z", '\t'), "Tab", "HT"),
    BACK_TAB(new KeyCode.Plain('\t', "\u001b[Z", '\t'), "BTab", "BackTab"),
    SPACE(plain(' ', '\0'), "Space", "SPC"),
    BACKSPACE(plain('\u007f', '\b'), "BSpace", "Backspace", "BS"),
    ESCAPE(plain('\u001b', '\u001b'), "Escape", "Esc"),
    INSERT(numbered(2), "Insert", "IC", "Ins"),
    DELETE(numbered(3), "Delete", "DC", "Del"),
    PAGE_UP(numbered(5), "PageUp", "PPage", "PgUp", "Prior"),
    PAGE_DOWN(numbered(6), "PageDown", "NPage", "PgDn", "PgDown", "Next"),
    F1(function('P'), "F1"),
    F2(function('Q'), "F2"),
    F3(function('R'), "F3"),
    F4(function('S'), "F4"),
    F5(numbered(15), "F5"),
    F6(numbered(17), "F6"),
    F7(numbered(18), "F7"),
    F8(numbered(19), "F8"),
    F9(numbered(20), "F9"),
    F10(numbered(21), "F10"),
    F11(numbered(23), "F11"),
    F12(numbered(24), "F12"),
    F13(shiftedFunction('P'), "F13"),
    F14(shiftedFunction('Q'), "F14"),
    F15(shiftedFunction('R'), "F15"),
    F16(shiftedFunction('S'), "F16"),
    F17(shiftedNumbered(15), "F17"),
    F18(shiftedNumbered(17), "F18"),
    F19(shiftedNumbered(18), "F19"),
    F20(shiftedNumbered(19), "F20");

    @SuppressWarnings("ImmutableEnumChecker") // records of constants
    private final KeyCode code;

    @SuppressWarnings("ImmutableEnumChecker") // of List.of
    private final List<String> names;

    NamedKey(KeyCode code, String... names) {
        this.code = code;
        this.names = List.of(names);
    }

    /// Returns the names of the key, the usual one first.
    public List<String> names() {
        return names;
    }

    KeyCode code() {
        return code;
    }

    private static KeyCode cursor(char letter) {
        return new KeyCode.Cursor(letter);
    }

    private static KeyCode plain(char plain, char controlled) {
        return new KeyCode.Plain(plain, Character.toString(plain), controlled);
    }

    private static KeyCode numbered(int number) {
        return new KeyCode.Numbered(number, Modifiers.NONE);
    }

    private static KeyCode function(char letter) {
        return new KeyCode.Function(letter, Modifiers.NONE);
    }

    private static KeyCode shiftedNumbered(int number) {
        return new KeyCode.Numbered(number, Modifiers.NONE.withShift());
    }

    private static KeyCode shiftedFunction(char letter) {
        return new KeyCode.Function(letter, Modifiers.NONE.withShift());
    }
}
