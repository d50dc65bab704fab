package dev.nudge.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The time zone of a person or an agent: the one that the C library finds in the variable TZ, so
/// that times are those of date(1). TZ may be a name (`Europe/Berlin`), a rule of POSIX
/// (`CET-1CEST,M3.5.0,M10.5.0/3`, `<+03>-3`) or a file, each also with a colon before it. Without
/// the variable, it is the machine's zone (tzset(3)).
///
/// @param rules the offsets from UTC over time
public record CallerZone(ZoneRules rules) {
    /// The zone whose clocks show UTC.
    public static final CallerZone UTC = new CallerZone(ZoneOffset.UTC.getRules());

    private static final Path MACHINE = Path.of("/etc/localtime");
    private static final String ZONES = "/usr/share/zoneinfo";

    /// Returns the zone of a process with this environment. Reads a small file.
    ///
    /// @throws IllegalArgumentException if TZ is not the name of a zone; the message says what was
    ///   expected
    public static CallerZone of(Map<String, String> environment) {
        String given = environment.get("TZ");
        if (given == null) {
            return file(MACHINE).orElse(UTC);
        }
        String zone = given.startsWith(":") ? given.substring(1) : given;
        return zone.isEmpty()
                ? UTC
                : file(environment, zone)
                        .or(() -> PosixZone.parse(zone).map(PosixZone::rules).map(CallerZone::new))
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
            return Files.isRegularFile(file)
                    ? ZoneFile.read(file).map(CallerZone::new)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Returns a zone that Java knows, for a machine without zone files.
    private static Optional<CallerZone> named(String name) {
        return ZoneId.getAvailableZoneIds().contains(name)
                ? Optional.of(new CallerZone(ZoneId.of(name).getRules()))
                : Optional.empty();
    }

    /// Returns the local time at a moment.
    public LocalDateTime clock(Instant moment) {
        return LocalDateTime.ofEpochSecond(
                moment.getEpochSecond(), moment.getNano(), rules.getOffset(moment));
    }

    /// Returns the local date now.
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
}
