package dev.nudge.tmux;

import java.util.Arrays;

/// The only keys that are ever pressed. Neither Escape nor control keys are among them: those
/// destroy a user's work.
public enum Key {
    ENTER("Enter"),
    TAB("Tab"),

    /// Not a key, but a terminal's report that it has got the focus, for programs that ask for it
    /// (xterm's mode 1004).
    FOCUS_IN("-H 1b 5b 49"),

    /// A terminal's report that it has lost the focus.
    FOCUS_OUT("-H 1b 5b 4f");

    private final String words;

    Key(String words) {
        this.words = words;
    }

    /// Returns whether this is a key, which submits a text.
    public boolean isPressed() {
        return this == ENTER || this == TAB;
    }

    /// Returns the key of this name, `Enter`.
    ///
    /// @throws IllegalArgumentException if there is no such key
    public static Key named(String name) {
        return Arrays.stream(values())
                .filter(key -> key.isPressed() && key.words.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No key is called " + name));
    }

    @Override
    public String toString() {
        return words;
    }

    /// Returns the arguments of `send-keys`.
    String words() {
        return words;
    }
}
