package dev.nudge.lifecycle.injection;

/// The source of an injected text.
public enum InjectionSource {
    USER_STEERING("user_steering"),
    BACKGROUND_COMPLETION("background_completion");

    private final String wireName;

    InjectionSource(String wireName) {
        this.wireName = wireName;
    }

    /// Returns the name outside this program, for example `background_completion`.
    public String wireName() {
        return wireName;
    }
}
