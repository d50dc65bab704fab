package dev.nudge.request;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The arguments of `kill_job`.
///
/// @param job the job's number
/// @param grace how long it may take to end by itself; empty for the default
/// @param isWithRest whether the processes that an ended job has left are to be ended
public record KillRequest(long job, Optional<Duration> grace, boolean isWithRest) {
    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static KillRequest of(@Nullable Map<String, Object> arguments, JobFinder jobs) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        long job = Arguments.job(given, jobs);
        return new KillRequest(
                job, Arguments.span(given, "grace_seconds"), Arguments.flag(given, "rest"));
    }
}
