package dev.nudge.tmux;

/// The only keys that are ever pressed. No Escape, no control key: those destroy a user's work.
public enum Key {
    ENTER("Enter"),
    TAB("Tab"),

    /// Not a key: a terminal's report that it has got the focus, for programs that want to know
    /// (xterm's mode 1004).
    FOCUS_IN("-H 1b 5b 49"),

    /// Its report that it has lost the focus.
    FOCUS_OUT("-H 1b 5b 4f");

    private final String words;

    Key(String words) {
        this.words = words;
    }

    /// Returns the arguments of `send-keys`.
    String words() {
        return words;
    }
}
