package dev.nudge.request;

import dev.nudge.text.TextBound;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The arguments of `watch_output`.
///
/// @param job whose output to watch; empty if it is a file
/// @param file which file to watch, as given; empty if it is a job's output
/// @param pattern what to look for, a regular expression of RE2
/// @param times how many matches are reported, 1 or more
/// @param isFromStart whether what is there already counts
/// @param label as given; not blank
/// @param patience how long to wait for the last match; empty to return at once
public record WatchRequest(
        OptionalLong job,
        Optional<String> file,
        String pattern,
        int times,
        boolean isFromStart,
        Optional<String> label,
        Optional<Duration> patience) {
    private static final int MOST_TIMES = 1000;

    private enum From {
        START,
        NOW
    }

    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static WatchRequest of(@Nullable Map<String, Object> arguments, JobFinder jobs) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        Optional<String> file = Arguments.text(given, "file", TextBound.PATH);
        OptionalLong job = Arguments.optionalJob(given, jobs);
        if (job.isPresent() == file.isPresent()) {
            throw new IllegalArgumentException(
                    "expected either job (its number, its label, or @last) or file (a path)");
        }
        String pattern =
                Arguments.text(given, "pattern", TextBound.PATTERN)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "pattern is missing; expected a regular expression"));
        ReadRequest.pattern(pattern);
        int times = Arguments.count(given, "times").orElse(1);
        if (times > MOST_TIMES) {
            throw new IllegalArgumentException(
                    "times is %d; expected at most %d".formatted(times, MOST_TIMES));
        }
        return new WatchRequest(
                job,
                file,
                pattern,
                times,
                Arguments.choice(given, "from", From.class)
                        .map(From.START::equals)
                        .orElse(job.isPresent()),
                Arguments.label(given, "label"),
                Arguments.aboveZero(given, "wait_seconds"));
    }
}
