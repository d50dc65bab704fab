package dev.nudge.request;

import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The arguments of `set_timer`.
///
/// @param due when it expires
/// @param note what to report then; not blank
public record TimerRequest(Instant due, String note) {
    /// Reads the arguments.
    ///
    /// @param now the present moment, in the zone used for a time of day
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static TimerRequest of(@Nullable Map<String, Object> arguments, ZonedDateTime now) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        Optional<Duration> in = Arguments.seconds(given, "in_seconds");
        Optional<String> at = Arguments.text(given, "at");
        if (in.isPresent() == at.isPresent()) {
            throw new IllegalArgumentException(
                    "expected either in_seconds (a number) or at (a time, such as \"17:30\")");
        }
        String note =
                Arguments.text(given, "note", TextBound.NOTE)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "note is missing; expected the text to send you then"));
        Instant due = in.map(now.toInstant()::plus).orElseGet(() -> moment(at.orElseThrow(), now));
        if (!due.isAfter(now.toInstant())) {
            throw new IllegalArgumentException(
                    "at is \"%s\", which has passed; expected a time in the future"
                            .formatted(at.orElse("")));
        }
        return new TimerRequest(due, note);
    }

    /// Returns the moment. A time of day means its next occurrence.
    private static Instant moment(String at, ZonedDateTime now) {
        try {
            if (at.contains("T")) {
                return OffsetDateTime.parse(at).toInstant();
            }
            ZonedDateTime today = now.with(LocalTime.parse(at));
            return (today.isAfter(now) ? today : today.plusDays(1)).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "at is \"%s\"; expected a time of day such as \"17:30\", or a moment such as \"2026-03-01T17:30:00+01:00\""
                            .formatted(at),
                    e);
        }
    }
}
