package dev.nudge.console.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SinceTest {
    private static Instant since(String word) {
        return new Since().convert(word).in(ZoneId.systemDefault());
    }

    @ParameterizedTest
    @CsvSource({"90, 90", "90s, 90", "10m, 600", "2h, 7200", "1d, 86400"})
    void timesAgo(String word, long seconds) {
        assertThat(since(word))
                .isCloseTo(Instant.now().minusSeconds(seconds), within(5, ChronoUnit.SECONDS));
        assertThat(new Seconds().convert(word)).isEqualTo((int) seconds);
    }

    @Test
    void moments() {
        ZoneId here = ZoneId.systemDefault();
        Instant noon = LocalDate.of(2026, 11, 21).atTime(12, 30).atZone(here).toInstant();

        assertThat(since("2026-11-21T12:30")).isEqualTo(noon);
        assertThat(since("2026-11-21 12:30:00")).isEqualTo(noon);
        assertThat(since("2026-11-21T12:30:00+01:00"))
                .isEqualTo(Instant.parse("2026-11-21T11:30:00Z"));
        assertThat(since("2026-11-21T12:30Z")).isEqualTo(Instant.parse("2026-11-21T12:30:00Z"));
        assertThat(since("2026-11-21"))
                .isEqualTo(LocalDate.of(2026, 11, 21).atStartOfDay(here).toInstant());
        assertThat(since("00:00"))
                .isEqualTo(LocalTime.MIDNIGHT.atDate(LocalDate.now(here)).atZone(here).toInstant());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "10x",
                "2026-13-01",
                "2026-02-30T10:00",
                "25:00",
                "-10m",
                "1.5h",
                "14:30Z",
                "T14:30"
            })
    void whatIsNoTimeIsRefused(String word) {
        assertThatThrownBy(() -> since(word)).hasMessageContaining("expected how long ago");
    }
}
