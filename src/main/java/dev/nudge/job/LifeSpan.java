package dev.nudge.job;

/// The time for which a job may live.
public enum LifeSpan {
    /// Until it ends by itself, no matter who started it.
    OUTLIVE,
    /// No longer than the agent that is to be notified of its end.
    WITH_AGENT;

    /// Returns the word for JSON and arguments: `outlive`, `with_agent`.
    public String word() {
        return Words.of(this);
    }

    /// Returns the life span of this name.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException with the choices, if there is none
    public static LifeSpan named(String argument, String word) {
        return Words.named(LifeSpan.class, argument, word);
    }
}
