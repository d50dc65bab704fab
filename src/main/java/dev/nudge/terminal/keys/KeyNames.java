package dev.nudge.terminal.keys;

import dev.nudge.text.EditDistance;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Reads key names: those that tmux uses (`Enter`, `C-c`, `M-x`, `S-Tab`, `M-C-Left`, `^C`) and the
/// usual other spellings (`Ctrl+C`, `Alt-x`). A single character means itself. Pure.
public final class KeyNames {
    private static final int SUGGESTIONS = 3;
    private static final Map<String, NamedKey> BY_NAME = byName();
    private static final String NO_COMMAND_KEY = "a terminal has no byte for the command key";
    private static final String NO_CONTROL =
            "of characters, only letters and @ [ \\ ] ^ _ ? / go with Ctrl";
    private static final String NO_SHIFT = "Shift and a character is written as that character";
    private static final String NO_NAME = "it is not the name of a key";

    private KeyNames() {}

    /// Reads one name. Case does not matter in names and modifiers, but does in a single character:
    /// `M-x` and `M-X` differ.
    public static KeyReading read(String name) {
        String rest = name;
        Modifiers modifiers = Modifiers.NONE;
        for (Prefix p = Prefix.of(rest); p != null; p = Prefix.of(rest)) {
            if (p.role() == Prefix.Role.COMMAND) {
                return unknown(name, NO_COMMAND_KEY, rest.substring(p.length()), modifiers);
            }
            modifiers = p.addTo(modifiers);
            rest = rest.substring(p.length());
        }
        return rest.codePointCount(0, rest.length()) == 1
                ? character(name, rest.codePointAt(0), modifiers)
                : named(name, rest, modifiers);
    }

    private static KeyReading character(String name, int codePoint, Modifiers modifiers) {
        String text = Character.toString(codePoint);
        if (codePoint == ' ') {
            return new KeyReading.Known(new KeyPress.Named(NamedKey.SPACE, modifiers));
        }
        if (modifiers.control() && !ControlCharacter.exists(codePoint)) {
            return unknown(name, NO_CONTROL, text, new Modifiers(false, true, false));
        }
        if (modifiers.shift() && !Character.isLetter(codePoint)) {
            return unknown(
                    name,
                    NO_SHIFT,
                    text,
                    new Modifiers(false, modifiers.alt(), modifiers.control()));
        }
        return new KeyReading.Known(new KeyPress.Typed(typed(codePoint, modifiers), modifiers));
    }

    private static int typed(int codePoint, Modifiers modifiers) {
        if (modifiers.control()) {
            return Character.toLowerCase(codePoint);
        }
        return modifiers.shift() ? Character.toUpperCase(codePoint) : codePoint;
    }

    private static KeyReading named(String name, String rest, Modifiers modifiers) {
        NamedKey key = BY_NAME.get(lower(rest));
        return key == null
                ? unknown(name, NO_NAME, rest, modifiers)
                : new KeyReading.Known(new KeyPress.Named(key, modifiers));
    }

    private static KeyReading unknown(
            String name, String reason, String rest, Modifiers modifiers) {
        return new KeyReading.Unknown(name, reason, nearest(rest, modifiers));
    }

    private static List<String> nearest(String rest, Modifiers modifiers) {
        String prefix =
                (modifiers.control() ? "C-" : "")
                        + (modifiers.alt() ? "M-" : "")
                        + (modifiers.shift() ? "S-" : "");
        if (rest.codePointCount(0, rest.length()) == 1) {
            return List.of(prefix + rest);
        }
        String wanted = lower(rest);
        return candidates()
                .sorted(Comparator.comparingInt(c -> EditDistance.of(wanted, lower(c))))
                .limit(SUGGESTIONS)
                .map(c -> prefix + c)
                .toList();
    }

    private static Stream<String> candidates() {
        return Arrays.stream(NamedKey.values()).flatMap(k -> k.names().stream());
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static Map<String, NamedKey> byName() {
        Map<String, NamedKey> map = new TreeMap<>();
        for (NamedKey key : NamedKey.values()) {
            key.names().forEach(n -> map.put(lower(n), key));
        }
        return Map.copyOf(map);
    }
}
