package dev.nudge.tmux;

/// The only keys that are ever pressed. No Escape, no control key: those destroy a user's work.
public enum Key {
    ENTER("Enter"),
    TAB("Tab");

    private final String tmuxName;

    Key(String tmuxName) {
        this.tmuxName = tmuxName;
    }

    String tmuxName() {
        return tmuxName;
    }
}
