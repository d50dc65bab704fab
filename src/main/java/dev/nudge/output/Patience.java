package dev.nudge.output;

/// Decides for how long a search may last.
public interface Patience {
    /// Waits for ever.
    Patience ENDLESS = () -> {};

    /// Called again and again during the search. What it throws ends the search, and reaches its
    /// caller.
    void look();
}
