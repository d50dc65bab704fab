package dev.nudge.lifecycle;

import java.util.OptionalInt;

/// Is notified once how an execution ended.
@FunctionalInterface
public interface ExitListener {
    /// Takes the exit.
    ///
    /// @param exitCode 0 if it is not known or a signal ended the execution (rule A22)
    /// @param signal number of the signal; empty if none ended it
    void exited(int exitCode, OptionalInt signal);
}
