package dev.nudge.console.view;

import dev.nudge.job.Job;
import dev.nudge.text.CallerZone;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The time when a job was started, and how long it has run.
public final class JobTime {
    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter THIS_YEAR =
            DateTimeFormatter.ofPattern("MMM dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter EARLIER = DateTimeFormatter.ofPattern("uuuu-MM-dd");

    private JobTime() {}

    /// Returns when it was started: `14:02:11` today, `Nov 21 14:02` this year, else the date; `-`
    /// for a job that has not been started.
    ///
    /// @param zone the time zone of the reader
    public static String started(Job job, CallerZone zone) {
        return job.startedAt().map(start -> moment(start, zone)).orElse("-");
    }

    private static String moment(Instant start, CallerZone zone) {
        LocalDateTime clock = zone.clock(start);
        LocalDate today = zone.today();
        if (clock.toLocalDate().equals(today)) {
            return TODAY.format(clock);
        }
        return (clock.getYear() == today.getYear() ? THIS_YEAR : EARLIER).format(clock);
    }

    /// Returns how long ago it was started: `12s`, `5m`, `3h`, `2d`; `-` if it has not been.
    public static String age(Job job) {
        return job.startedAt().map(start -> age(seconds(start, Instant.now()))).orElse("-");
    }

    private static String age(long seconds) {
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m";
        }
        return seconds < 86_400 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }

    /// Returns its running time as minutes and seconds, with hours if there are any: `1:23:45`; `-`
    /// for a job that has not been started.
    public static String of(Job job) {
        Instant end = job.endedAt().orElseGet(Instant::now);
        return job.startedAt().map(start -> clock(seconds(start, end))).orElse("-");
    }

    private static long seconds(Instant start, Instant end) {
        return Math.max(0, Duration.between(start, end).toSeconds());
    }

    private static String clock(long seconds) {
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
