package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A prompt that a person makes free in the real Gemini CLI is noticed soon, whatever had kept it.
class ClearedPaneEndToEndIT {
    /// Above the tenths of a second that it takes, and below the 12 s in which a courier that only
    /// looks now and then would come.
    private static final Duration SOON = Duration.ofSeconds(11);

    private static WaitingNote note;

    @BeforeAll
    static void start() {
        note = new WaitingNote();
    }

    @AfterAll
    static void close() {
        note.close();
    }

    @ParameterizedTest
    @EnumSource
    void promptThatIsFreeAgainIsNoticedSoon(ClearedPane way) {
        assertThat(note.delay(way)).as("%s", way).isLessThan(SOON);
    }
}
