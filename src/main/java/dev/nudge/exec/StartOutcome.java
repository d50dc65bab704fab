package dev.nudge.exec;

/// What became of an attempt to start a host.
public sealed interface StartOutcome {
    /// The command runs.
    ///
    /// @param pid its process id, which is also its process group and session
    record Started(long pid) implements StartOutcome {}

    /// It does not, and nothing of it is left running.
    ///
    /// @param reason one line for a person
    record Failed(String reason) implements StartOutcome {}
}
