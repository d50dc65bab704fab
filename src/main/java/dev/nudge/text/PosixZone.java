package dev.nudge.text;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A time zone as POSIX writes it in the variable TZ, section 8.3: `JST-9`,
/// `CET-1CEST,M3.5.0,M10.5.0/3`. There, offsets to the west of UTC are positive.
final class PosixZone {
    private static final String NAME = "(?:<[A-Za-z0-9+-]{3,}>|[A-Za-z]{3,})";
    private static final String TIME = "[+-]?\\d{1,3}(?::\\d{1,2}){0,2}";
    private static final String DAY = "(M\\d{1,2}\\.\\d\\.\\d|J?\\d{1,3})(?:/(" + TIME + "))?";
    private static final Pattern FORM =
            Pattern.compile(
                    "%1$s(%2$s)(?<summer>%1$s(%2$s)?(?:,%3$s,%3$s)?)?".formatted(NAME, TIME, DAY));

    /// The days of change if only names are given, as in the C library.
    private static final String FIRST_DAY = "M3.2.0";

    private static final String LAST_DAY = "M11.1.0";
    private static final String USUAL_TIME = "2";
    private static final int HOUR = 3600;
    private static final int FIRST_YEAR = 1900;

    /// The last year with changes: Java's own form of rules for all later years cannot express all
    /// days of POSIX.
    private static final int LAST_YEAR = 2200;

    private PosixZone() {}

    /// A day of each year, and a number of seconds after its beginning.
    private record Change(String day, int seconds) {
        static Change of(@Nullable String day, @Nullable String time, String byDefault) {
            int seconds = PosixZone.seconds(time == null ? USUAL_TIME : time);
            return new Change(day == null ? byDefault : day, seconds);
        }

        LocalDateTime in(int year) {
            return day(year).atStartOfDay().plusSeconds(seconds);
        }

        private LocalDate day(int year) {
            if (day.startsWith("M")) {
                String[] parts = day.substring(1).split("\\.", -1);
                LocalDate first = LocalDate.of(year, Month.of(Integer.parseInt(parts[0])), 1);
                DayOfWeek weekday =
                        DayOfWeek.SUNDAY.plus(inRange(Integer.parseInt(parts[2]), 0, 6));
                int week = inRange(Integer.parseInt(parts[1]), 1, 5);
                return first.with(
                        week == 5
                                ? TemporalAdjusters.lastInMonth(weekday)
                                : TemporalAdjusters.dayOfWeekInMonth(week, weekday));
            }
            if (day.startsWith("J")) {
                int number = inRange(Integer.parseInt(day.substring(1)), 1, 365);
                // 29 February is not counted.
                int leap = Year.isLeap(year) && number > 59 ? 1 : 0;
                return LocalDate.ofYearDay(year, number + leap);
            }
            return LocalDate.of(year, 1, 1).plusDays(inRange(Integer.parseInt(day), 0, 365));
        }
    }

    /// Returns the rules of a zone for the years 1900 to 2200; empty if the text is not one, or if
    /// an offset is over 18 hours.
    static Optional<ZoneRules> rules(String text) {
        Matcher form = FORM.matcher(text);
        try {
            return form.matches() ? Optional.of(rules(form)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static ZoneRules rules(Matcher form) {
        int west = seconds(form.group(1));
        ZoneOffset standard = ZoneOffset.ofTotalSeconds(-west);
        if (form.group("summer") == null) {
            return ZoneRules.of(standard);
        }
        int summerWest = form.group(3) == null ? west - HOUR : seconds(form.group(3));
        ZoneOffset summer = ZoneOffset.ofTotalSeconds(-summerWest);
        Change begin = Change.of(form.group(4), form.group(5), FIRST_DAY);
        Change end = Change.of(form.group(6), form.group(7), LAST_DAY);
        List<ZoneOffsetTransition> changes = new ArrayList<>();
        for (int year = FIRST_YEAR; year <= LAST_YEAR; year++) {
            // It begins in standard time, and ends in summer time.
            if (begin.in(year).isBefore(end.in(year))) {
                add(changes, begin.in(year), standard, summer);
                add(changes, end.in(year), summer, standard);
            } else {
                add(changes, end.in(year), summer, standard);
                add(changes, begin.in(year), standard, summer);
            }
        }
        // Without changes there is one time all year, which in some zones is summer time.
        ZoneOffset first = changes.isEmpty() ? summer : changes.getFirst().getOffsetBefore();
        return ZoneRules.of(standard, first, List.of(), changes, List.of());
    }

    private static int seconds(String time) {
        String[] parts = time.replaceFirst("^[+-]", "").split(":", -1);
        int seconds = Integer.parseInt(parts[0]) * HOUR;
        seconds += parts.length > 1 ? inRange(Integer.parseInt(parts[1]), 0, 59) * 60 : 0;
        seconds += parts.length > 2 ? inRange(Integer.parseInt(parts[2]), 0, 59) : 0;
        return time.startsWith("-") ? -seconds : seconds;
    }

    private static int inRange(int number, int least, int most) {
        if (number < least || number > most) {
            throw new DateTimeException("%d; expected %d to %d".formatted(number, least, most));
        }
        return number;
    }

    /// Adds a change. If it takes back the last one at the same moment, both are dropped: such a
    /// zone has summer time all year.
    private static void add(
            List<ZoneOffsetTransition> changes,
            LocalDateTime clock,
            ZoneOffset from,
            ZoneOffset to) {
        if (from.equals(to)) {
            return;
        }
        if (!changes.isEmpty() && changes.getLast().toEpochSecond() >= clock.toEpochSecond(from)) {
            changes.removeLast();
            return;
        }
        changes.add(ZoneOffsetTransition.of(clock, from, to));
    }
}
