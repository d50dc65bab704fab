package dev.nudge.console.argument;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Spans of time as they are written on the command line: `90` (seconds), `90s`, `10m`, `2h`, `1d`.
public final class TimeSpan {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smhd]?)");

    private TimeSpan() {}

    /// Reads a word; empty if it is not a span.
    public static Optional<Duration> parse(String word) {
        Matcher form = FORM.matcher(word);
        return form.matches()
                ? Optional.of(duration(Long.parseLong(form.group(1)), form.group(2)))
                : Optional.empty();
    }

    private static Duration duration(long count, String unit) {
        return switch (unit) {
            case "", "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
