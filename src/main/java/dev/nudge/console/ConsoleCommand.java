package dev.nudge.console;

import dev.nudge.app.Option;
import java.io.IOException;
import java.util.List;

/// A command, with its options and arguments, that runs in the daemon for a caller.
public interface ConsoleCommand {
    /// Returns its options; empty if they are described by annotations. Their values are in
    /// [Invocation#given].
    default List<Option<?>> options() {
        return List.of();
    }

    /// Returns what the native front must know of it.
    default Carriage carriage() {
        return Carriage.ACTS;
    }

    /// Runs the command.
    ///
    /// @return the exit code
    /// @throws IOException if it fails; the message says what happened, why, and what to do
    /// @throws IllegalArgumentException as above
    /// @throws InterruptedException if the caller has left
    int run(Invocation invocation) throws IOException, InterruptedException;
}
