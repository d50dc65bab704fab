package dev.nudge.lifecycle;

/// The effect of the end of a backgrounded execution (rules R90 to R93).
public enum CompletionBehavior {
    /// The text is meant for the agent's next turn.
    INJECT("inject"),
    /// The text is meant as a notice.
    NOTIFY("notify"),
    /// There is no text; background-complete listeners are called anyway.
    SILENT("silent");

    private final String wireName;

    CompletionBehavior(String wireName) {
        this.wireName = wireName;
    }

    /// Returns the name outside this program, for example `inject`.
    public String wireName() {
        return wireName;
    }
}
