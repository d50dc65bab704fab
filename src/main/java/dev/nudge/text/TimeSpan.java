package dev.nudge.text;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads spans of time, everywhere in the same form: `90` (seconds), `90s`, `10m`, `2h`, `1d`,
/// `1w`, and several of these, the larger units first: `1h30m`.
public final class TimeSpan {
    public static final String EXPECTED = "seconds (90), or 90s, 10m, 1h30m, 1d, 1w";

    private static final Pattern FORM =
            Pattern.compile(
                    "(\\d{1,9})|(?=.)(?:(\\d{1,9})w)?(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?");

    private TimeSpan() {}

    /// Reads a word; empty if it is not a span.
    public static Optional<Duration> parse(String word) {
        Matcher form = FORM.matcher(word);
        return form.matches()
                ? Optional.of(
                        Duration.ofSeconds(number(form.group(1)) + number(form.group(6)))
                                .plusMinutes(number(form.group(5)))
                                .plusHours(number(form.group(4)))
                                .plusDays(number(form.group(3)) + 7 * number(form.group(2))))
                : Optional.empty();
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
