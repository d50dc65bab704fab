package dev.nudge.lifecycle;

import java.util.OptionalInt;

/// A listener that is notified once, when an execution has ended.
@FunctionalInterface
public interface ExitListener {
    /// Takes the exit.
    ///
    /// @param exitCode 0 if unknown or if a signal ended the execution
    /// @param signal number of the signal; empty if none ended it
    void exited(int exitCode, OptionalInt signal);
}
