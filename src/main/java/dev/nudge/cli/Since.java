package dev.nudge.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time: how long ago (a [TimeSpan]), or when (`2026-11-21T14:30`, with or without a zone,
/// a date, a time of today).
final class Since implements ITypeConverter<Instant> {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("[uuuu-MM-dd]['T'][' '][HH:mm[:ss]][XXX]");

    @Override
    public Instant convert(String word) {
        return TimeSpan.parse(word).map(Instant.now()::minus).orElseGet(() -> moment(word));
    }

    private static Instant moment(String word) {
        ZoneId here = ZoneId.systemDefault();
        try {
            TemporalAccessor time =
                    FORM.parseBest(
                            word,
                            ZonedDateTime::from,
                            LocalDateTime::from,
                            LocalDate::from,
                            LocalTime::from);
            return switch (time) {
                case LocalDateTime local -> local.atZone(here).toInstant();
                case LocalDate day -> day.atStartOfDay(here).toInstant();
                case LocalTime today -> today.atDate(LocalDate.now(here)).atZone(here).toInstant();
                default -> Instant.from(time);
            };
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "expected how long ago (90, 90s, 10m, 2h, 1d) or when (2026-11-21T14:30, 2026-11-21, 14:30)");
        }
    }
}
