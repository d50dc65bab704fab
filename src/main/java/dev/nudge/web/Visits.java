package dev.nudge.web;

/// Counts the pages that are connected: while there is one, the daemon does not exit. Thread-safe.
public interface Visits {
    /// A page has connected.
    void came();

    /// A page has left.
    void left();
}
