package dev.nudge.lifecycle;

import java.util.Optional;

/// The result of an execution, delivered once through its
/// [ExecutionLifecycleService.ExecutionHandle].
///
/// @param id of the execution
/// @param output all output so far
/// @param completion how it ended; empty if it continues in the background
public record ExecutionResult(long id, String output, Optional<Completion> completion) {
    /// Returns whether the execution still ran when this was delivered.
    public boolean backgrounded() {
        return completion.isEmpty();
    }

    /// Returns whether it was cancelled.
    public boolean aborted() {
        return completion.filter(Completion::aborted).isPresent();
    }
}
