package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.nudge.app.ReadOutput;
import dev.nudge.app.Run;
import dev.nudge.app.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTest {
    private static final CallerZone ZONE = CallerZone.of(Map.of("TZ", "Europe/Vienna"));

    private static Instant due(String word) {
        return Run.AT.type().word().read("--at", word).in(() -> ZONE);
    }

    private static Instant since(String word) {
        return ReadOutput.SINCE.type().word().read("--since", word).in(() -> ZONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {-60, -1, 1, 60, 600})
    void timeOfDayToComeIsTheNextOne(long minutes) {
        LocalTime time =
                ZONE.clock(Instant.now())
                        .plusMinutes(minutes)
                        .toLocalTime()
                        .truncatedTo(ChronoUnit.MINUTES);

        Instant due = due(time.toString());

        assertThat(due).isAfter(Instant.now());
        assertThat(Duration.between(Instant.now(), due)).isLessThan(Duration.ofHours(26));
        assertThat(ZONE.clock(due).toLocalTime()).isEqualTo(time);
    }

    @Test
    void timeOfDayThatIsOverIsOneOfTodayAndTwentyFourItsEnd() {
        assertThat(since("7:05")).isEqualTo(ZONE.moment(ZONE.today().atTime(7, 5)));
        assertThat(since("00:00")).isEqualTo(ZONE.moment(ZONE.today().atStartOfDay()));

        Instant end = ZONE.moment(ZONE.today().plusDays(1).atStartOfDay());

        assertThat(due("24:00")).isEqualTo(end);
        assertThat(due("00:00")).isEqualTo(end);
        assertThat(since("24:00:00")).isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T17:30, 2026-11-21T16:30:00Z",
        "2026-11-21 17:30, 2026-11-21T16:30:00Z",
        "2026-11-21 7:05, 2026-11-21T06:05:00Z",
        "2026-11-21T17:30:59, 2026-11-21T16:30:59Z",
        "2026-11-21 17:30:59, 2026-11-21T16:30:59Z",
        "2026-11-21T24:00, 2026-11-21T23:00:00Z",
        "2026-07-21T17:30, 2026-07-21T15:30:00Z",
        "2026-11-21T17:30+09:00, 2026-11-21T08:30:00Z",
        "2026-11-21 17:30+0900, 2026-11-21T08:30:00Z",
        "2026-11-21T17:30-03, 2026-11-21T20:30:00Z",
        "2026-11-21t17:30z, 2026-11-21T17:30:00Z",
        "2026-11-21T17:30:00.000Z, 2026-11-21T17:30:00Z",
        "2026-11-21, 2026-11-20T23:00:00Z",
        // The clocks are changed on that day.
        "2026-03-29T17:30, 2026-03-29T15:30:00Z",
    })
    void momentIsThatOfTheCallersZone(String word, Instant time) {
        assertThat(due(word)).isEqualTo(time);
        assertThat(since(word)).isEqualTo(time);
    }

    @Test
    void offsetIsKnownOnlyIfItIsSaid() {
        assertThat(Moment.withOffset("2026-11-21T17:30+09:00"))
                .contains(Instant.parse("2026-11-21T08:30:00Z"));
        assertThat(Moment.withOffset("2026-11-21T17:30")).isEmpty();
        assertThat(Moment.withOffset("17:30")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "90, 90", "0, 0", "90s, 90", "10m, 600", "2h, 7200",
        "1d, 86400", "1w, 604800", "1h30m, 5400", "1w2d3h4m5s, 788645", "1m0s, 60",
    })
    void spansOfTime(String word, long seconds) {
        assertThat(since(word))
                .isCloseTo(Instant.now().minusSeconds(seconds), within(5, ChronoUnit.SECONDS));
        assertThat(Type.SPAN.word().read("--older", word)).isEqualTo(Duration.ofSeconds(seconds));
    }

    /// A time of day with another zone was taken for one without.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "soon", "10x", "2026-13-01",
                "2026-02-30T10:00", "2026-11-21  17:30", "25:00", "24:01",
                "17:60", "7:5", "-10m", "1.5h",
                "30m1h", "1h30", "1h1h", "17:30Z",
                "17:30+09:00", "T14:30", "2026-11-21Z",
            })
    void anythingElseIsRefused(String word) {
        assertThatThrownBy(() -> since(word))
                .hasMessageContainingAll("expected how long ago", "1h30m", "17:30");
        assertThatThrownBy(() -> due(word))
                .hasMessageStartingWith("--at is \"" + word + "\"; expected a time of day (17:30)");
    }
}
