package dev.nudge.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time: how long ago (`90s`, `10m`, `2h`, `1d`), or when (`2026-11-21T14:30`, with or
/// without a zone).
final class Since implements ITypeConverter<Instant> {
    private static final Pattern AGO = Pattern.compile("(\\d{1,9})([smhd])");

    @Override
    public Instant convert(String word) {
        Matcher ago = AGO.matcher(word);
        return ago.matches()
                ? Instant.now().minus(duration(Long.parseLong(ago.group(1)), ago.group(2)))
                : moment(word);
    }

    private static Duration duration(long count, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    private static Instant moment(String word) {
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(
                            word, ZonedDateTime::from, LocalDateTime::from);
            return time instanceof LocalDateTime local
                    ? local.atZone(ZoneId.systemDefault()).toInstant()
                    : Instant.from(time);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "'%s' is no time; expected how long ago (90s, 10m, 2h, 1d) or when (2026-11-21T14:30)"
                            .formatted(word));
        }
    }
}
