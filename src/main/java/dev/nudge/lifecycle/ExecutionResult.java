package dev.nudge.lifecycle;

import java.util.Optional;

/// The result of an execution, delivered once through its handle, with all output so far.
///
/// @param completion how it ended; empty if it continues in the background
public record ExecutionResult(long id, String output, Optional<Completion> completion) {
    public boolean backgrounded() {
        return completion.isEmpty();
    }

    public boolean aborted() {
        return completion.filter(Completion::aborted).isPresent();
    }
}
