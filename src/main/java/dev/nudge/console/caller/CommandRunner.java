package dev.nudge.console.caller;

import java.util.List;

/// Runs the commands of `nudge`.
public interface CommandRunner {
    /// Runs a command to its end, and reports its errors to the caller.
    ///
    /// @param words without the program's name
    /// @return its exit code
    /// @throws CallerGoneException if the caller has left meanwhile
    int run(List<String> words, Caller caller) throws CallerGoneException;
}
