package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypedTextTest {
    @Test
    void rowsOfAPromptAreTheTextWithoutItsBlanks() {
        assertThat(TypedText.of("make all\nof  it")).isEqualTo(TypedText.of("make all of it"));
    }

    @Test
    void charactersThatTerminalsShowDifferentlyDoNotCount() {
        assertThat(TypedText.of("done 👨‍👩‍👧 e\u0301 ✓")).isEqualTo(TypedText.of("done e"));
    }

    /// Terminals disagree on how wide `…` is; full-width brackets are two columns everywhere.
    @Test
    void cutsAndBracketsAreRecognised() {
        assertThat(TypedText.of("Output: […x ［y］]")).isEqualTo(TypedText.of("Output: [x ［y］]"));
        assertThat(TypedText.of("［y］")).isNotEqualTo(TypedText.of("[y]"));
    }

    @Test
    void oneMoreOrOneOtherCharacterIsAnotherText() {
        assertThat(TypedText.of("make all")).isNotEqualTo(TypedText.of("make all."));
        assertThat(TypedText.of("make all")).isNotEqualTo(TypedText.of("make äll"));
        assertThat(TypedText.of("漢字")).isNotEqualTo(TypedText.of("漢"));
        assertThat(TypedText.of("＠")).isNotEqualTo(TypedText.of(""));
    }

    @Test
    void onlyALongEndStandsForTheWholeText() {
        TypedText whole = TypedText.of("a".repeat(100) + "z".repeat(60));

        assertThat(TypedText.of("z".repeat(60)).isLongEndOf(whole)).isTrue();
        assertThat(TypedText.of("z".repeat(59)).isLongEndOf(whole)).isFalse();
        assertThat(TypedText.of("a".repeat(100)).isLongEndOf(whole)).isFalse();
    }
}
