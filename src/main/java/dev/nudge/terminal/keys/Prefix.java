package dev.nudge.terminal.keys;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A modifier in front of a key's name: `C-`, `Alt+`, `^`.
///
/// @param length the number of characters it takes
record Prefix(Role role, int length) {
    enum Role {
        SHIFT,
        ALT,
        CONTROL,
        COMMAND
    }

    private static final Map<String, Role> WORDS =
            Map.ofEntries(
                    Map.entry("c", Role.CONTROL),
                    Map.entry("ctrl", Role.CONTROL),
                    Map.entry("control", Role.CONTROL),
                    Map.entry("m", Role.ALT),
                    Map.entry("meta", Role.ALT),
                    Map.entry("alt", Role.ALT),
                    Map.entry("a", Role.ALT),
                    Map.entry("option", Role.ALT),
                    Map.entry("s", Role.SHIFT),
                    Map.entry("shift", Role.SHIFT),
                    Map.entry("d", Role.COMMAND),
                    Map.entry("cmd", Role.COMMAND),
                    Map.entry("command", Role.COMMAND),
                    Map.entry("super", Role.COMMAND),
                    Map.entry("win", Role.COMMAND));

    /// Returns the modifier at the start of the name; null if there is none, or nothing follows it.
    static @Nullable Prefix of(String name) {
        if (name.startsWith("^") && name.length() > 1) {
            return new Prefix(Role.CONTROL, 1);
        }
        int end = wordEnd(name);
        Role role = WORDS.get(name.substring(0, end).toLowerCase(Locale.ROOT));
        boolean isFollowed = end + 1 < name.length() && "-+".indexOf(name.charAt(end)) >= 0;
        return role != null && isFollowed ? new Prefix(role, end + 1) : null;
    }

    Modifiers addTo(Modifiers modifiers) {
        return switch (role) {
            case SHIFT -> modifiers.withShift();
            case ALT -> modifiers.withAlt();
            case CONTROL -> modifiers.withControl();
            case COMMAND -> modifiers;
        };
    }

    private static int wordEnd(String name) {
        int end = 0;
        while (end < name.length() && Character.isLetter(name.charAt(end))) {
            end++;
        }
        return end;
    }
}
