package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Ends an execution that is killed.
public sealed interface KillHook {
    /// Begins to end it, without waiting. The execution ends at once, as cancelled, whatever the
    /// hook does.
    record Cancels(Runnable begin) implements KillHook {}

    /// Ends it, and returns once it has ended or cannot be ended. The execution ends only when its
    /// owner reports that, with its real exit.
    ///
    /// @param end takes the time that the execution may take to end by itself; empty if that is
    ///   left to the hook
    record Ends(Consumer<Optional<Duration>> end) implements KillHook {}
}
