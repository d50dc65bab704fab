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

    /// Returns a moment for people: the time, and the day unless it is today.
    public static String of(Instant moment) {
        ZonedDateTime local = moment.atZone(ZoneId.systemDefault());
        boolean isToday = local.toLocalDate().equals(LocalDate.now(ZoneId.systemDefault()));
        return local.format(isToday ? TIME : DAY);
    }
}
