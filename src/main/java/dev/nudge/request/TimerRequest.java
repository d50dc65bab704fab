package dev.nudge.request;

import dev.nudge.text.CallerZone;
import dev.nudge.text.Moment;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The arguments of `set_timer`.
///
/// @param due when it expires
/// @param note what to report then; not blank
public record TimerRequest(Instant due, String note) {
    /// Reads the arguments.
    ///
    /// @param zone returns the time zone of the agent, asked only for a time that needs one
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static TimerRequest of(
            @Nullable Map<String, Object> arguments, Supplier<CallerZone> zone) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        Optional<Duration> in = Arguments.span(given, "in_seconds");
        Optional<String> at = Arguments.text(given, "at");
        if (in.isPresent() && at.isPresent() && in.get().isZero()) {
            // Models fill in a number that they do not mean.
            in = Optional.empty();
        }
        if (in.isPresent() == at.isPresent()) {
            throw new IllegalArgumentException(
                    "expected either in_seconds (a number) or at (a time, such as \"17:30\")");
        }
        String note =
                Arguments.text(given, "note", TextBound.NOTE)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "note is missing; expected the text to send you then"));
        Instant due = in.map(Instant.now()::plus).orElseGet(() -> moment(at.orElseThrow(), zone));
        return new TimerRequest(due, note);
    }

    private static Instant moment(String at, Supplier<CallerZone> zone) {
        Instant due =
                Moment.next(at)
                        .map(moment -> moment.in(zone))
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "at is \"%s\"; expected %s"
                                                .formatted(at, Moment.EXPECTED)));
        if (!due.isAfter(Instant.now())) {
            throw new IllegalArgumentException(
                    "at is \"%s\", which has passed; expected a time in the future".formatted(at));
        }
        return due;
    }
}
