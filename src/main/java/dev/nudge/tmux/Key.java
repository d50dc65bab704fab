package dev.nudge.tmux;

/// The only keys that are ever pressed: Escape and control keys would destroy a user's work.
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

    public String words() {
        return words;
    }
}
