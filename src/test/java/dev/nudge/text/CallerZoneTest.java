package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Held against date(1).
class CallerZoneTest {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /// From 1970 to 2090, in steps that hit each hour and each day of a year.
    private static final List<Long> MOMENTS =
            LongStream.iterate(100_000, s -> s < 3_800_000_000L, s -> s + 1_137_599)
                    .boxed()
                    .toList();

    private static CallerZone zone(String variable) {
        return CallerZone.of(Map.of("TZ", variable));
    }

    private static List<String> byDate(Map<String, String> environment) throws IOException {
        ProcessBuilder date = new ProcessBuilder("date", "-f", "-", "+%Y-%m-%d %H:%M:%S");
        date.environment().remove("TZ");
        date.environment().putAll(environment);
        Path moments = Files.createTempFile("moments", "");
        Files.write(moments, MOMENTS.stream().map(moment -> "@" + moment).toList());
        try (var answer = date.redirectInput(moments.toFile()).start().inputReader()) {
            return answer.lines().toList();
        } finally {
            Files.delete(moments);
        }
    }

    private static List<String> clocks(CallerZone zone) {
        return MOMENTS.stream()
                .map(moment -> zone.clock(Instant.ofEpochSecond(moment)).format(CLOCK))
                .toList();
    }

    /// Returns what the zone says, and date(1), where that is not the same.
    private static List<String> differences(CallerZone zone, Map<String, String> environment)
            throws IOException {
        List<String> ours = clocks(zone);
        List<String> theirs = byDate(environment);
        assertThat(theirs).hasSameSizeAs(ours);
        return IntStream.range(0, ours.size())
                .filter(i -> !ours.get(i).equals(theirs.get(i)))
                .mapToObj(i -> ours.get(i) + " is " + theirs.get(i))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CET-1CEST,M3.5.0,M10.5.0/3", "", ":",
                "EST5EDT4,M3.2.0/2:00:00,M11.1.0/2", "UTC", "GMT",
                "NZST-12NZDT,M9.5.0,M4.1.0/3", "UTC+3", "GMT-2",
                "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "Etc/GMT+3", "JST-9",
                "IST-2IDT,M3.4.4/26,M10.5.0", "<+03>-3", "<-0330>3:30",
                "AAA-3BBB,59/1,300/2:30:15", "NPT-5:45:00", "EST5EDT",
                "IST-1GMT0,M10.5.0,M3.5.0/1", "AAA3BBB,J60/0,J300/0", "Europe/Berlin",
                "/usr/share/zoneinfo/Asia/Tokyo", ":Europe/Berlin", "America/Sao_Paulo",
                ":/usr/share/zoneinfo/America/New_York", "Africa/Casablanca", "Asia/Kathmandu",
                "Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Troll",
                "posix/Europe/Dublin",
            })
    void clocksAreThoseOfDate(String variable) throws Exception {
        assertThat(differences(zone(variable), Map.of("TZ", variable))).isEmpty();
    }

    /// The C library is wrong about the last hour of a year.
    @Test
    void summerMayLastAllYearAndTheClocksSkipOrShowATimeTwice() {
        CallerZone zone = zone("EST5EDT,0/0,J365/25");

        for (String moment :
                List.of("2026-01-01T03:59:59", "2026-07-01T00:00", "2026-12-31T23:59")) {
            assertThat(zone.moment(LocalDateTime.parse(moment)))
                    .isEqualTo(LocalDateTime.parse(moment).toInstant(ZoneOffset.ofHours(-4)));
        }

        CallerZone berlin = zone("CET-1CEST,M3.5.0,M10.5.0/3");

        assertThat(berlin.moment(LocalDateTime.parse("2026-03-29T02:30")))
                .isEqualTo("2026-03-29T01:30:00Z");
        assertThat(berlin.moment(LocalDateTime.parse("2026-10-25T02:30")))
                .isEqualTo("2026-10-25T00:30:00Z");
        assertThat(berlin.moment(LocalDateTime.parse("2026-07-01T12:00")))
                .isEqualTo("2026-07-01T10:00:00Z");
    }

    /// The C library takes the days of the United States: today's since 2007, and until a file of
    /// former years ends. The hour of the change differs.
    @ParameterizedTest
    @ValueSource(strings = {"CET-1CEST", "EST5EDT4", "<-03>3<-02>"})
    void daysOfSummerNeedNotBeSaid(String variable) throws Exception {
        assertThat(differences(zone(variable), Map.of("TZ", variable)))
                .filteredOn(line -> "2008".compareTo(line) < 0 && line.compareTo("2037") < 0)
                .filteredOn(line -> !line.matches("\\d{4}-(03-(0[89]|1[0-5])|10-31|11-0[1-8]) .*"))
                .isEmpty();
    }

    @Test
    void withoutTheVariableTheZoneIsTheMachines() throws Exception {
        assertThat(differences(CallerZone.of(Map.of()), Map.of())).isEmpty();
    }

    @Test
    void fileMayBeAnywhere(@TempDir Path directory) throws Exception {
        Files.copy(Path.of("/usr/share/zoneinfo/Asia/Tokyo"), directory.resolve("here"));

        assertThat(clocks(CallerZone.of(Map.of("TZ", "here", "TZDIR", directory.toString()))))
                .isEqualTo(clocks(zone("Asia/Tokyo")));
        assertThat(clocks(zone(directory.resolve("here").toString())))
                .isEqualTo(clocks(zone("Asia/Tokyo")));
        CallerZone byName = CallerZone.of(Map.of("TZ", "Asia/Tokyo", "TZDIR", "/none"));
        assertThat(clocks(byName)).as("without files").isEqualTo(clocks(zone("JST-9")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berln", "UTC+25", "+3",
                "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.0",
                "CET-1CEST,J366,J100", "/etc/passwd", "/dev/zero",
                "../../../etc/hostname", "Europe", "a\0b",
                "\u001b[31m",
            })
    void anythingElseIsRefusedWithTheReason(String variable) {
        assertThatThrownBy(() -> zone(variable))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("TZ is \"")
                .hasMessageContaining("CET-1CEST,M3.5.0,M10.5.0/3")
                .hasMessageNotContaining("\u001b");
    }

    @Test
    void brokenFilesAreRefused(@TempDir Path directory) throws Exception {
        byte[] whole = Files.readAllBytes(Path.of("/usr/share/zoneinfo/Europe/Berlin"));
        for (int length : new int[] {0, 4, 43, 44, 100, whole.length / 2}) {
            Path file = directory.resolve("f" + length);
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> zone(file.toString())).hasMessageStartingWith("TZ is");
        }
        byte[] huge = whole.clone();
        Arrays.fill(huge, 20, 44, (byte) 0x7f);
        Path file = Files.write(directory.resolve("huge"), huge);
        assertThatThrownBy(() -> zone(file.toString())).hasMessageStartingWith("TZ is");
    }
}
