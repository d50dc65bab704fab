package dev.nudge.delivery.typing;

import java.io.IOException;
import java.util.Optional;

/// Delivers waiting notes to one agent, one message per attempt.
interface Deliverer {
    /// Makes one attempt.
    ///
    /// @throws IOException if the outbox cannot record what was done; everything done has been
    ///   recorded first
    /// @throws dev.nudge.tmux.TmuxException if tmux does not answer
    Attempt attempt() throws IOException;

    /// Returns a sentence for the people at the terminal that says which notes wait, and for what;
    /// empty if none waits, or no terminal is known.
    Optional<String> waiting();
}
