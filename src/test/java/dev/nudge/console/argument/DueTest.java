package dev.nudge.console.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DueTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Vienna");

    private static Instant due(String word) {
        return new Due().convert(word).in(ZONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {-60, -1, 1, 60, 600})
    void timeOfDayIsTheNextOne(long minutes) {
        LocalTime time = LocalTime.now(ZONE).plusMinutes(minutes).withSecond(0).withNano(0);

        Instant due = due(time.toString());

        assertThat(due).isAfter(Instant.now());
        assertThat(Duration.between(Instant.now(), due)).isLessThan(Duration.ofHours(26));
        assertThat(ZonedDateTime.ofInstant(due, ZONE).toLocalTime()).isEqualTo(time);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T17:30, 2026-11-21T16:30:00Z",
        "2026-11-21 17:30, 2026-11-21T16:30:00Z",
        "2026-07-21T17:30, 2026-07-21T15:30:00Z",
        "2026-11-21T17:30+09:00, 2026-11-21T08:30:00Z",
        "2026-11-21, 2026-11-20T23:00:00Z",
    })
    void momentIsThatOfTheUsersZone(String word, Instant time) {
        assertThat(due(word)).isEqualTo(time);
    }

    /// A time of day with another zone was taken for one without.
    @ParameterizedTest
    @ValueSource(strings = {"soon", "25:00", "17:30Z", "17:30+09:00", "T17:30", ""})
    void anythingElseIsRefused(String word) {
        assertThatThrownBy(() -> due(word)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void refusalNamesWhatIsExpected() {
        assertThatThrownBy(() -> due("soon")).hasMessageContaining("(17:30)");
    }
}
