package dev.nudge.web;

/// Learns when pages come and leave: as long as one is there, the daemon stays. Thread-safe.
public interface Visits {
    /// A page has connected.
    void came();

    /// It has left.
    void left();
}
