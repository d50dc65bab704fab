package dev.nudge.delivery.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.screen.ComposerSearch.Composer;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void rowsBrokenBetweenWordsShowTheWholeText() {
        assertThat(isWhole("one two\nthree", "one two three")).isTrue();
    }

    @Test
    void rowsBrokenWithinAWordShowTheWholeText() {
        assertThat(isWhole("abc\ndef gh", "abcdef gh")).isTrue();
    }

    @Test
    void blankLinesAndIndentationAreShown() {
        assertThat(isWhole("first\n\n  third", "first\n\n  third")).isTrue();
    }

    @Test
    void moreOrLessOrOtherTextIsNotTheWholeText() {
        assertThat(isWhole("one two", "one two three")).isFalse();
        assertThat(isWhole("one two\nthree", "one two")).isFalse();
        assertThat(isWhole("one\ntwo", "one  x two")).isFalse();
        assertThat(isWhole("onetwo", "one two")).isFalse();
        assertThat(isWhole("one", "  one")).isFalse();
        assertThat(isWhole("x one", "one")).isFalse();
    }

    @Test
    void lastRowsAreNotTheWholeText() {
        assertThat(isWhole("three\nfour", "one two three four")).isFalse();
    }

    private static boolean isWhole(String rows, String text) {
        return Composer.isWhole(List.of(rows.split("\n", -1)), text);
    }
}
