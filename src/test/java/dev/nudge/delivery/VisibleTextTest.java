package dev.nudge.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void rowsBrokenBetweenWordsShowTheWholeText() {
        assertThat(draft("one two\nthree").isExactly("one two three")).isTrue();
    }

    @Test
    void rowsBrokenWithinAWordShowTheWholeText() {
        assertThat(draft("abc\ndef gh").isExactly("abcdef gh")).isTrue();
    }

    @Test
    void blankLinesAndIndentationAreShown() {
        assertThat(draft("first\n\n  third").isExactly("first\n\n  third")).isTrue();
    }

    @Test
    void moreOrLessOrOtherTextIsNotTheWholeText() {
        assertThat(draft("one two").isExactly("one two three")).isFalse();
        assertThat(draft("one two\nthree").isExactly("one two")).isFalse();
        assertThat(draft("one\ntwo").isExactly("one  x two")).isFalse();
        assertThat(draft("onetwo").isExactly("one two")).isFalse();
        assertThat(draft("one").isExactly("  one")).isFalse();
        assertThat(draft("x one").isExactly("one")).isFalse();
    }

    @Test
    void lastRowsShowTheEndOfTheText() {
        assertThat(draft("three\nfour").isEndOf("one two three four")).isTrue();
        assertThat(draft("three\nfour").isEndOf("one two three four five")).isFalse();
        assertThat(draft("three\nfour").isExactly("one two three four")).isFalse();
    }

    private static PaneState.Draft draft(String rows) {
        return new PaneState.Draft(rows, false);
    }
}
