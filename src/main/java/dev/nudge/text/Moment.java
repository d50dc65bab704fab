package dev.nudge.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A time as people write it, in their own time zone. These forms are accepted everywhere: a time
/// of day (`17:30`, `7:05`, `17:30:59`, `24:00`), a date (`2026-11-21`), or both, with a blank or a
/// T between them, and then also with the offset from UTC (`2026-11-21T17:30Z`, `2026-11-21
/// 17:30+01:00`).
@FunctionalInterface
public interface Moment {
    String EXPECTED =
            "a time of day (17:30), a date (2026-11-21), or both (2026-11-21T17:30), also with an offset from UTC (2026-11-21T17:30+01:00)";

    /// Returns the moment that someone in this zone means. The zone is asked for only if the time
    /// lacks its offset or its date.
    Instant in(Supplier<CallerZone> zone);

    /// Reads a past time: how long ago (a [TimeSpan]), or when; a time of day is today's. Empty if
    /// the word is neither.
    static Optional<Moment> past(String word) {
        return TimeSpan.parse(word)
                .map(Instant.now()::minus)
                .<Moment>map(time -> _ -> time)
                .or(() -> Form.of(word).map(form -> zone -> form.in(zone, form.day(zone))));
    }

    /// Reads a future time; a time of day is the next one. Empty if the word is not a time. A time
    /// with a date may be past.
    static Optional<Moment> next(String word) {
        return Form.of(word)
                .map(form ->
                        zone -> {
                            LocalDate day = form.day(zone);
                            Instant next = form.in(zone, day);
                            return form.date().isPresent() || next.isAfter(Instant.now())
                                    ? next
                                    : form.in(zone, day.plusDays(1));
                        });
    }

    /// Reads a time with an offset from UTC; empty if the word is not one.
    static Optional<Instant> withOffset(String word) {
        return Form.of(word)
                .filter(form -> form.offset().isPresent())
                .map(form -> form.in(() -> CallerZone.UTC, form.date().orElseThrow()));
    }

    /// The parts of a time.
    ///
    /// @param seconds since the day began, at most those of a whole day
    /// @param offset only with a date
    record Form(Optional<LocalDate> date, int seconds, int nanos, Optional<ZoneOffset> offset) {
        private static final Pattern WORD =
                Pattern.compile(
                        "(?:(?<date>\\d{4}-\\d{2}-\\d{2})(?:$|[Tt ](?=\\d)))?(?:(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?<offset>Z|z|[+-]\\d{2}(?::?\\d{2})?)?)?");

        private static Optional<Form> of(String word) {
            Matcher parts = WORD.matcher(word);
            if (!parts.matches() || word.isEmpty()) {
                return Optional.empty();
            }
            int hour = number(parts.group("hour"));
            int minute = number(parts.group("minute"));
            int second = number(parts.group("second"));
            String fraction = Objects.requireNonNullElse(parts.group("fraction"), "");
            int nanos = Integer.parseInt((fraction + "0".repeat(9)).substring(0, 9));
            int seconds = (hour * 60 + minute) * 60 + second;
            boolean isAfterTheDay = hour >= 24 && (seconds > 24 * 3600 || nanos > 0);
            if (isAfterTheDay || minute > 59 || second > 59) {
                return Optional.empty();
            }
            try {
                Optional<LocalDate> date =
                        Optional.ofNullable(parts.group("date")).map(LocalDate::parse);
                Optional<ZoneOffset> offset =
                        Optional.ofNullable(parts.group("offset"))
                                .map(o -> ZoneOffset.of(o.toUpperCase(Locale.ROOT)));
                return Optional.of(new Form(date, seconds, nanos, offset))
                        .filter(_ -> date.isPresent() || offset.isEmpty());
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }

        private static int number(@Nullable String digits) {
            return digits == null ? 0 : Integer.parseInt(digits);
        }

        /// Returns its date, or today.
        private LocalDate day(Supplier<CallerZone> zone) {
            return date.orElseGet(() -> zone.get().today());
        }

        private Instant in(Supplier<CallerZone> zone, LocalDate day) {
            // Calculated by the clock: on a day on which clocks are changed, 17:30 is not 17 and a
            // half hours after midnight.
            LocalDateTime clock = day.atStartOfDay().plusSeconds(seconds).plusNanos(nanos);
            return offset.map(clock::toInstant).orElseGet(() -> zone.get().moment(clock));
        }
    }
}
