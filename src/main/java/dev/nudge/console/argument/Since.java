package dev.nudge.console.argument;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time: how long ago (a [TimeSpan]), or when (`2026-11-21T14:30`, with or without a zone,
/// a date, a time of today).
public final class Since implements ITypeConverter<Moment> {
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd['T'][' ']HH:mm[:ss][XXX]")
                    .withResolverStyle(ResolverStyle.STRICT);

    @Override
    public Moment convert(String word) {
        return TimeSpan.parse(word)
                .map(Instant.now()::minus)
                .<Moment>map(time -> _ -> time)
                .or(() -> time(word))
                .orElseThrow(() ->
                        new TypeConversionException(
                                "expected how long ago (90, 90s, 10m, 2h, 1d) or when (2026-11-21T14:30, 2026-11-21, 14:30)"));
    }

    /// Reads when; empty if the word is something else.
    static Optional<Moment> time(String word) {
        return parsed(
                        w -> DAY_AND_TIME.parseBest(w, ZonedDateTime::from, LocalDateTime::from),
                        word)
                .or(() -> parsed(LocalDate::parse, word))
                .or(() -> parsed(LocalTime::parse, word))
                .map(Since::moment);
    }

    private static Optional<TemporalAccessor> parsed(
            Function<String, TemporalAccessor> form, String word) {
        try {
            return Optional.of(form.apply(word));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Moment moment(TemporalAccessor time) {
        return switch (time) {
            case LocalDateTime local -> zone -> local.atZone(zone).toInstant();
            case LocalDate day -> zone -> day.atStartOfDay(zone).toInstant();
            case LocalTime today ->
                    zone -> today.atDate(LocalDate.now(zone)).atZone(zone).toInstant();
            default -> {
                Instant instant = Instant.from(time);
                yield _ -> instant;
            }
        };
    }
}
