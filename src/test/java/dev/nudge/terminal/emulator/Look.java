package dev.nudge.terminal.emulator;

import java.util.SortedSet;
import java.util.TreeSet;

/// How a character looks, in words, as a comparison shows it.
final class Look {
    String foreground = "";
    String background = "";
    private final SortedSet<String> attributes = new TreeSet<>();

    void set(String attribute, boolean isSet) {
        if (isSet) {
            attributes.add(attribute);
        } else {
            attributes.remove(attribute);
        }
    }

    void clear() {
        foreground = "";
        background = "";
        attributes.clear();
    }

    /// Empty for the default look.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (!foreground.isEmpty()) {
            text.append(" fg=").append(foreground);
        }
        if (!background.isEmpty()) {
            text.append(" bg=").append(background);
        }
        attributes.forEach(attribute -> text.append(' ').append(attribute));
        return text.toString();
    }
}
