package dev.nudge.job;

import java.util.Locale;

/// The time for which a job may live.
public enum LifeSpan {
    /// Until it ends by itself, no matter who started it.
    OUTLIVE,
    /// No longer than the agent that is to be notified of its end.
    WITH_AGENT;

    /// Returns the word for JSON and arguments: `outlive`, `with_agent`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the life span of this name.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException with the choices, if there is none
    public static LifeSpan named(String argument, String word) {
        return switch (word) {
            case "outlive" -> OUTLIVE;
            case "with_agent" -> WITH_AGENT;
            default ->
                    throw new IllegalArgumentException(
                            argument + " is \"" + word + "\"; expected outlive or with_agent");
        };
    }
}
