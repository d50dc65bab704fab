package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedTextTest {
    /// Terminals disagree on how wide `…` is; full-width brackets are two columns everywhere.
    @ParameterizedTest
    @CsvSource({
        "'make all\nof  it', make all of it, true",
        "done 👨‍👩‍👧 e\u0301 ✓, done e, true",
        "Output: […x ［y］], Output: [x ［y］], true",
        "［y］, [y], false",
        "make all, make all., false",
        "make all, make äll, false",
        "漢字, 漢, false",
        "＠, '', false",
    })
    void blanksAndWhatTerminalsShowDifferentlyDoNotCountAndAllElseDoes(
            String text, String other, boolean isSame) {
        assertThat(TypedText.of(text).equals(TypedText.of(other))).isEqualTo(isSame);
    }

    @Test
    void onlyALongEndStandsForTheWholeText() {
        TypedText whole = TypedText.of("a".repeat(100) + "z".repeat(60));

        assertThat(TypedText.of("z".repeat(60)).isLongEndOf(whole)).isTrue();
        assertThat(TypedText.of("z".repeat(59)).isLongEndOf(whole)).isFalse();
        assertThat(TypedText.of("a".repeat(100)).isLongEndOf(whole)).isFalse();
    }
}
