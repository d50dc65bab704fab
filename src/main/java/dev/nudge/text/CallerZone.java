package dev.nudge.text;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The time zone of a person or an agent: the one that the C library finds in the variable TZ, so
/// that times are those of date(1). TZ may be a name (`Europe/Berlin`), a rule of POSIX
/// (`CET-1CEST,M3.5.0,M10.5.0/3`, `<+03>-3`) or a file, each also with a colon before it. Without
/// the variable, it is the machine's zone (tzset(3)).
///
/// @param rules the offsets from UTC over time
public record CallerZone(ZoneRules rules) {
    public static final CallerZone UTC = new CallerZone(ZoneOffset.UTC.getRules());

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private static final Path MACHINE = Path.of("/etc/localtime");
    private static final String ZONES = "/usr/share/zoneinfo";

    /// Returns the zone of a process with this environment. Reads a small file.
    ///
    /// @throws IllegalArgumentException if TZ is not a time zone; the message says what is expected
    public static CallerZone of(Map<String, String> environment) {
        String given = environment.get("TZ");
        if (given == null) {
            return file(MACHINE).orElse(UTC);
        }
        String zone = given.startsWith(":") ? given.substring(1) : given;
        if (zone.isEmpty()) {
            return UTC;
        }
        return file(environment, zone)
                .or(() -> PosixZone.rules(zone).map(CallerZone::new))
                .or(() -> named(zone))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "TZ is \"%s\", which is not a time zone; expected a name (Europe/Berlin), a rule of POSIX (CET-1CEST,M3.5.0,M10.5.0/3) or a file"
                                        .formatted(Printable.line(given))));
    }

    /// Returns the zone of a process to show times: UTC if TZ is not the name of a zone.
    public static CallerZone orUtc(Map<String, String> environment) {
        try {
            return of(environment);
        } catch (IllegalArgumentException e) {
            return UTC;
        }
    }

    private static Optional<CallerZone> file(Map<String, String> environment, String name) {
        try {
            return file(Path.of(environment.getOrDefault("TZDIR", ZONES)).resolve(name));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<CallerZone> file(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= ZoneFile.LARGEST
                    ? Optional.of(new CallerZone(ZoneFile.rules(Files.readAllBytes(file))))
                    : Optional.empty();
        } catch (IOException
                | BufferUnderflowException
                | DateTimeException
                | IllegalArgumentException
                | IndexOutOfBoundsException _) {
            return Optional.empty();
        }
    }

    /// Returns a zone that Java knows, for a machine without zone files.
    private static Optional<CallerZone> named(String name) {
        return ZoneId.getAvailableZoneIds().contains(name)
                ? Optional.of(new CallerZone(ZoneId.of(name).getRules()))
                : Optional.empty();
    }

    /// Returns a moment for people: the time, with its day unless that is today.
    public String time(Instant moment) {
        LocalDateTime clock = clock(moment);
        return clock.toLocalDate().equals(today()) ? clock.format(TIME) : dayAndTime(moment);
    }

    public String dayAndTime(Instant moment) {
        return clock(moment).format(DAY);
    }

    public LocalDateTime clock(Instant moment) {
        return LocalDateTime.ofInstant(moment, rules.getOffset(moment));
    }

    public LocalDate today() {
        return clock(Instant.now()).toLocalDate();
    }

    /// Returns the moment of a local time. If there are two, returns the first; if the clocks skip
    /// it, returns the moment that is as long after the skip.
    public Instant moment(LocalDateTime clock) {
        List<ZoneOffset> offsets = rules.getValidOffsets(clock);
        ZoneOffsetTransition skip = offsets.isEmpty() ? rules.getTransition(clock) : null;
        return clock.toInstant(skip == null ? offsets.getFirst() : skip.getOffsetBefore());
    }

    /// Reads a time zone file of version 2 or later, such as those in /usr/share/zoneinfo:
    /// tzfile(5), RFC 9636. Leap seconds are ignored.
    private static final class ZoneFile {
        /// "TZif".
        private static final int MAGIC = 0x545a6966;

        private static final int LARGEST = 1 << 20;

        /// The version, and bytes without meaning.
        private static final int UNUSED = 16;

        /// Earlier changes are dropped: nobody needs them, and those of some files are older than
        /// the universe.
        private static final long EARLIEST = -5_000_000_000L;

        /// The numbers of parts in a block: UT and standard indicators, leap seconds, changes,
        /// kinds of time, and bytes of their names.
        private record Header(int ut, int std, int leaps, int changes, int kinds, int names) {
            Header {
                if (IntStream.of(ut, std, leaps, changes, kinds, names)
                        .anyMatch(count -> count < 0 || count > LARGEST)) {
                    throw new DateTimeException("numbers that no such file has");
                }
            }

            static Header read(ByteBuffer file) {
                if (file.getInt() != MAGIC) {
                    throw new DateTimeException("not a file of a time zone");
                }
                file.position(file.position() + UNUSED);
                int[] n = new int[6];
                Arrays.setAll(n, _ -> file.getInt());
                return new Header(n[0], n[1], n[2], n[3], n[4], n[5]);
            }

            int rest(int timeBytes) {
                return names + leaps * (timeBytes + 4) + std + ut;
            }
        }

        /// Reads the content of a time zone file. Throws one of several kinds of [RuntimeException]
        /// if it is something else.
        static ZoneRules rules(byte[] bytes) {
            ByteBuffer file = ByteBuffer.wrap(bytes);
            Header old = Header.read(file);
            file.position(file.position() + old.changes() * 5 + old.kinds() * 6 + old.rest(4));
            // The same follows with times of 8 bytes.
            Header header = Header.read(file);
            long[] times = new long[header.changes()];
            Arrays.setAll(times, _ -> file.getLong());
            byte[] kinds = new byte[times.length];
            file.get(kinds);
            ZoneOffset[] offsets = new ZoneOffset[header.kinds()];
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = ZoneOffset.ofTotalSeconds(file.getInt());
                file.getShort();
            }
            file.position(file.position() + header.rest(8));
            ZoneOffset first = offsets[0];
            ZoneOffset offset = first;
            List<ZoneOffsetTransition> changes = new ArrayList<>();
            for (int i = 0; i < times.length; i++) {
                ZoneOffset next = offsets[kinds[i]];
                if (times[i] < EARLIEST) {
                    first = next;
                    offset = next;
                } else {
                    offset = add(changes, times[i], offset, next);
                }
            }
            long last = times.length == 0 ? Long.MIN_VALUE : times[times.length - 1];
            // A rule for the time after the last change in the file.
            String rule = StandardCharsets.US_ASCII.decode(file).toString().strip();
            for (ZoneOffsetTransition change :
                    PosixZone.rules(rule).map(ZoneRules::getTransitions).orElse(List.of())) {
                if (change.toEpochSecond() > last) {
                    offset = add(changes, change.toEpochSecond(), offset, change.getOffsetAfter());
                }
            }
            return ZoneRules.of(first, first, List.of(), changes, List.of());
        }

        private static ZoneOffset add(
                List<ZoneOffsetTransition> changes, long time, ZoneOffset before, ZoneOffset next) {
            if (!next.equals(before)) {
                LocalDateTime clock = LocalDateTime.ofEpochSecond(time, 0, before);
                changes.add(ZoneOffsetTransition.of(clock, before, next));
            }
            return next;
        }
    }
}
