package dev.nudge.tmux;

/// The only keys that are ever pressed. No Escape, no control key: those destroy a user's work.
public enum Key {
    ENTER("Enter"),
    TAB("Tab"),

    /// No key, but what a terminal reports when it gets the focus, to programs that want to know
    /// (xterm's mode 1004).
    FOCUS_IN("-H 1b 5b 49"),

    /// What it reports when it loses the focus.
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
