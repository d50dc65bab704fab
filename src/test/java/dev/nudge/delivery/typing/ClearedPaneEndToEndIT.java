package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A prompt that a person makes free in the real Gemini CLI is noticed, whatever had kept it, and
/// not typed into before. How soon, `scripts/bench noticed` measures.
class ClearedPaneEndToEndIT {
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
    void nothingIsTypedUntilThePromptIsFreeAgainWhichIsNoticed(ClearedPane way) {
        // Fails if the note is not reported: this courier does not look only now and then.
        assertThat(note.delay(way)).as("%s", way).isPositive();
    }
}
