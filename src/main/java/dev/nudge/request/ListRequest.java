package dev.nudge.request;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The arguments of `list_jobs`.
///
/// @param state which jobs; empty for all
/// @param label only those with this text in their label
/// @param age only those that were started at most so long ago
public record ListRequest(Optional<State> state, Optional<String> label, Optional<Duration> age) {
    /// The jobs that are wanted.
    public enum State {
        RUNNING,
        QUEUED,
        ENDED,
        /// Ended other than with exit code 0.
        FAILED,
        /// Running, and waiting for somebody to type.
        ASKS
    }

    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static ListRequest of(@Nullable Map<String, Object> arguments) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        return new ListRequest(
                Arguments.choice(given, "state", State.class),
                Arguments.text(given, "label"),
                Arguments.aboveZero(given, "started_within_seconds"));
    }
}
