package dev.nudge.request;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The arguments of `wait_for_job`.
///
/// @param jobs the numbers of the jobs, not empty
/// @param isAny whether the first end is enough
/// @param limit how long to wait at most; zero to look once
public record WaitRequest(List<Long> jobs, boolean isAny, Duration limit) {
    private static final Duration USUAL = Duration.ofMinutes(10);

    private enum Mode {
        ALL,
        ANY
    }

    public WaitRequest {
        jobs = List.copyOf(jobs);
    }

    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static WaitRequest of(@Nullable Map<String, Object> arguments, JobFinder jobs) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        List<Long> numbers = new ArrayList<>(Arguments.jobs(given, "jobs", jobs));
        if (numbers.isEmpty() || given.containsKey("job")) {
            numbers.add(Arguments.job(given, jobs));
        }
        return new WaitRequest(
                numbers,
                Arguments.choice(given, "mode", Mode.class).filter(Mode.ANY::equals).isPresent(),
                Arguments.span(given, "timeout_seconds").orElse(USUAL));
    }
}
