package dev.nudge.console.argument;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time to come: `17:30` (today, or tomorrow if that is over), `2026-11-21T14:30`, with or
/// without a zone, or a date.
public final class Due implements ITypeConverter<Moment> {
    @Override
    public Moment convert(String word) {
        return timeOfDay(word)
                .<Moment>map(time -> zone -> next(time, zone).toInstant())
                .or(() -> Since.time(word))
                .orElseThrow(() ->
                        new TypeConversionException(
                                "expected a time of day (17:30), a date (2026-11-21), or both (2026-11-21T17:30)"));
    }

    private static Optional<LocalTime> timeOfDay(String word) {
        try {
            return Optional.of(LocalTime.parse(word));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static ZonedDateTime next(LocalTime time, ZoneId zone) {
        ZonedDateTime now = ZonedDateTime.now(zone);
        ZonedDateTime today = now.with(time);
        return today.isBefore(now) ? now.plusDays(1).with(time) : today;
    }
}
