package dev.nudge.text;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Times for people.
public final class ClockTime {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private ClockTime() {}

    /// Returns a moment for people, in the time zone of this process: the time, and the day unless
    /// it is today.
    public static String of(Instant moment) {
        return of(moment, ZoneId.systemDefault());
    }

    /// Returns a moment for people in this time zone: the time, and the day unless it is today.
    public static String of(Instant moment, ZoneId zone) {
        ZonedDateTime local = moment.atZone(zone);
        boolean isToday = local.toLocalDate().equals(LocalDate.now(zone));
        return local.format(isToday ? TIME : DAY);
    }
}
