package dev.nudge.request;

import dev.nudge.text.TimeSpan;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Spans of time in the arguments of a tool or in a request of the page: whole seconds, also as
/// `"60"` and `60.0`, or a text as on the command line (`"1h30m"`).
public final class GivenSpan {
    /// The most seconds: 31 years.
    public static final long MOST = 1_000_000_000;

    private GivenSpan() {}

    /// Returns a span; empty if it is missing, or an empty text, which models also send for none.
    ///
    /// @param name of the argument, for the message
    /// @throws IllegalArgumentException if it is something else, negative or too long
    public static Optional<Duration> of(String name, @Nullable Object value) {
        if (value == null || value.equals("")) {
            return Optional.empty();
        }
        Optional<Duration> span =
                value instanceof Number || value instanceof String
                        ? parse(value.toString().strip().replaceFirst("^(\\d+)\\.0*$", "$1"))
                        : Optional.empty();
        if (span.filter(time -> time.toSeconds() <= MOST).isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is %s; expected 0 to %d seconds, as a number or as a text such as \"1h30m\""
                            .formatted(name, Arguments.shown(value), MOST));
        }
        return span;
    }

    /// The most has one digit more than a number on the command line may have.
    private static Optional<Duration> parse(String text) {
        return text.equals(Long.toString(MOST))
                ? Optional.of(Duration.ofSeconds(MOST))
                : TimeSpan.parse(text);
    }
}
