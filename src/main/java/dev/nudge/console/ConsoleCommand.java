package dev.nudge.console;

import java.io.IOException;

/// A command, with its options and arguments, that runs in the daemon for a caller.
public interface ConsoleCommand {
    /// Runs the command.
    ///
    /// @return the exit code
    /// @throws IOException if it fails; the message says what happened, why, and what to do
    /// @throws IllegalArgumentException as above
    /// @throws InterruptedException if the caller has left
    int run(Invocation invocation) throws IOException, InterruptedException;
}
