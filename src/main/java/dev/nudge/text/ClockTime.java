package dev.nudge.text;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// Times for people, in their time zone.
public final class ClockTime {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private ClockTime() {}

    /// Returns a moment for people: the time, with its day unless that is today.
    public static String of(Instant moment, CallerZone zone) {
        LocalDateTime clock = zone.clock(moment);
        return clock.format(clock.toLocalDate().equals(zone.today()) ? TIME : DAY);
    }

    /// Returns a moment with its day.
    public static String withDay(Instant moment, CallerZone zone) {
        return zone.clock(moment).format(DAY);
    }

    /// Returns a moment for programs, in the form of all times in JSON, to the second:
    /// `2026-11-21T13:30:00Z`.
    public static String utc(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
