package dev.nudge.terminal.keys;

import dev.nudge.terminal.keys.KeyPress.Code;
import dev.nudge.terminal.keys.KeyPress.Lettered;
import dev.nudge.terminal.keys.KeyPress.Numbered;
import dev.nudge.terminal.keys.KeyPress.Plain;
import dev.nudge.text.EditDistance;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads key names: those that tmux uses (`Enter`, `C-c`, `M-x`, `S-Tab`, `M-C-Left`, `^C`) and the
/// usual other spellings (`Ctrl+C`, `Alt-x`). A single character means itself. Pure.
public final class KeyNames {
    private static final int SUGGESTIONS = 3;
    private static final String NO_COMMAND_KEY = "a terminal has no byte for the command key";
    private static final String NO_CONTROL =
            "of characters, only letters and @ [ \\ ] ^ _ ? / go with Ctrl";
    private static final String NO_SHIFT = "Shift and a character is written as that character";
    private static final String NO_NAME = "it is not the name of a key";

    /// A modifier in front of a key's name: `^`, or `C-` and `Alt+`, whose sign is in the rest.
    private static final Pattern PREFIX =
            Pattern.compile("(\\^|\\p{Alpha}+(?=[-+].))(.+)", Pattern.DOTALL);

    private static final int COMMAND = 8;
    private static final Map<String, Integer> MODIFIERS = new HashMap<>();

    /// The names that tmux, Emacs and keyboards use, the usual one of each key first.
    static final Map<String, KeyPress> KEYS = new LinkedHashMap<>();

    private static final Map<String, KeyPress> BY_LOWER_CASE;

    static {
        List.of("^", "c", "ctrl", "control").forEach(w -> MODIFIERS.put(w, KeyPress.CONTROL));
        List.of("m", "meta", "a", "alt", "option").forEach(w -> MODIFIERS.put(w, KeyPress.ALT));
        List.of("s", "shift").forEach(w -> MODIFIERS.put(w, KeyPress.SHIFT));
        List.of("d", "cmd", "command", "super", "win").forEach(w -> MODIFIERS.put(w, COMMAND));
        add(new Lettered('A', true), "Up");
        add(new Lettered('B', true), "Down");
        add(new Lettered('C', true), "Right");
        add(new Lettered('D', true), "Left");
        add(new Lettered('H', true), "Home");
        add(new Lettered('F', true), "End");
        add(new Plain("\r", "\r", "\r"), "Enter", "Return", "CR", "RET");
        add(new Plain("\t", "\u001b[Z", "\t"), "Tab", "HT");
        add(new Plain("\u001b[Z", "\u001b[Z", "\u001b[Z"), "BTab", "BackTab");
        add(new Plain(" ", " ", "\0"), "Space", "SPC");
        add(new Plain("\u007f", "\u007f", "\b"), "BSpace", "Backspace", "BS");
        add(new Plain("\u001b", "\u001b", "\u001b"), "Escape", "Esc");
        add(new Numbered(2), "Insert", "IC", "Ins");
        add(new Numbered(3), "Delete", "DC", "Del");
        add(new Numbered(5), "PageUp", "PPage", "PgUp", "Prior");
        add(new Numbered(6), "PageDown", "NPage", "PgDn", "PgDown", "Next");
        int[] numbers = {15, 17, 18, 19, 20, 21, 23, 24};
        for (int f = 0; f < 20; f++) {
            int key = f % 12;
            Code code =
                    key < 4
                            ? new Lettered("PQRS".charAt(key), false)
                            : new Numbered(numbers[key - 4]);
            // F13 to F20 are Shift and F1 to F8.
            KEYS.put("F" + (f + 1), new KeyPress(code, f < 12 ? 0 : KeyPress.SHIFT));
        }
        BY_LOWER_CASE =
                KEYS.entrySet().stream()
                        .collect(Collectors.toMap(e -> lower(e.getKey()), Map.Entry::getValue));
    }

    private KeyNames() {}

    private static void add(Code code, String... names) {
        List.of(names).forEach(name -> KEYS.put(name, new KeyPress(code, 0)));
    }

    /// Reads one name. Case does not matter in names and modifiers, but does in a single character:
    /// `M-x` and `M-X` differ.
    ///
    /// @throws IllegalArgumentException if there is no such key; the message, one line, says why
    ///   and what to write instead
    public static KeyPress read(String name) {
        String rest = name;
        int held = 0;
        for (Matcher prefix = PREFIX.matcher(rest); prefix.matches(); prefix.reset(rest)) {
            String word = prefix.group(1);
            int modifier = MODIFIERS.getOrDefault(lower(word), 0);
            if (modifier == 0) {
                break;
            }
            rest = prefix.group(2).substring(word.equals("^") ? 0 : 1);
            if (modifier == COMMAND) {
                throw unknown(name, NO_COMMAND_KEY, rest, held);
            }
            held |= modifier;
        }
        if (isCharacter(rest) && !rest.equals(" ")) {
            return character(name, rest.codePointAt(0), held);
        }
        KeyPress key = BY_LOWER_CASE.get(rest.equals(" ") ? "space" : lower(rest));
        if (key == null) {
            throw unknown(name, NO_NAME, rest, held);
        }
        return new KeyPress(key.code(), key.held() | held);
    }

    private static boolean isCharacter(String text) {
        return text.codePointCount(0, text.length()) == 1;
    }

    private static KeyPress character(String name, int c, int held) {
        boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        boolean isControl = (held & KeyPress.CONTROL) != 0;
        boolean isShift = (held & KeyPress.SHIFT) != 0;
        String text = Character.toString(c);
        if (isControl && !isLetter && "@[\\]^_?/".indexOf(c) < 0) {
            throw unknown(name, NO_CONTROL, text, KeyPress.ALT);
        }
        if (isShift && !Character.isLetter(c)) {
            throw unknown(name, NO_SHIFT, text, held & ~KeyPress.SHIFT);
        }
        int typed = isShift ? Character.toUpperCase(c) : c;
        if (isControl) {
            typed = c == '?' ? 0x7f : (c == '/' ? '_' : c) & 0x1f;
        }
        String sent = Character.toString(typed);
        return new KeyPress(new Plain(sent, sent, sent), held);
    }

    private static IllegalArgumentException unknown(
            String name, String reason, String rest, int held) {
        return new IllegalArgumentException(
                "No key \"%s\": %s. Did you mean %s? Names are those of tmux, for example Enter, C-c, M-x, Up, F5."
                        .formatted(name, reason, String.join(", ", nearest(rest, held))));
    }

    private static List<String> nearest(String rest, int held) {
        String prefix =
                ((held & KeyPress.CONTROL) != 0 ? "C-" : "")
                        + ((held & KeyPress.ALT) != 0 ? "M-" : "")
                        + ((held & KeyPress.SHIFT) != 0 ? "S-" : "");
        if (isCharacter(rest)) {
            return List.of(prefix + rest);
        }
        String wanted = lower(rest);
        return KEYS.keySet().stream()
                .sorted(Comparator.comparingInt(c -> EditDistance.of(wanted, lower(c))))
                .limit(SUGGESTIONS)
                .map(c -> prefix + c)
                .toList();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
