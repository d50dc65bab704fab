package dev.nudge.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MenuTextTest {
    private static List<String> rows(String text) {
        return List.of(text.split("\n", -1));
    }

    @Test
    void optionsAreShownWithTheirQuestion() {
        assertThat(MenuText.at(rows("log\n\n? Which colour?\n  red\n❯ green\n  blue\n"), 5))
                .contains("? Which colour? / red / ❯ green / blue");
        assertThat(MenuText.at(rows("? Which colour?\n❯ red\n  green\n"), 2))
                .contains("? Which colour? / ❯ red / green");
        assertThat(MenuText.at(rows("? Which colour?\n❯ red\n  green\n\nother"), 0))
                .contains("? Which colour? / ❯ red / green");
        assertThat(MenuText.at(rows("Pick some:\n[x] a\n[ ] b"), 2))
                .contains("Pick some: / [x] a / [ ] b");
    }

    @Test
    void promptBelowNumberedOptionsIsShownToo() {
        assertThat(MenuText.at(rows("Which one?\n1) red\n2) green\n#? "), 3))
                .contains("Which one? / 1) red / 2) green / #?");
        assertThat(MenuText.at(rows("1) red\n2) green\n#? "), 2))
                .contains("1) red / 2) green / #?");
    }

    @Test
    void longMenuIsCut() {
        List<String> rows =
                IntStream.range(0, 15).mapToObj(i -> i + ") " + "option ".repeat(30)).toList();
        assertThat(MenuText.at(rows, 14).orElseThrow()).hasSizeLessThan(1100).endsWith("... / …");
    }

    @Test
    void otherTextIsNoMenu() {
        assertThat(MenuText.at(rows("Reading lists\nContinue? [Y/n] "), 1)).isEmpty();
        assertThat(MenuText.at(rows("10:00:01 started\n10:00:02 ready\n"), 2)).isEmpty();
        assertThat(MenuText.at(rows("1) one\n\n> "), 2)).isEmpty();
        assertThat(MenuText.at(rows("\n\n"), 1)).isEmpty();
    }

    @Test
    void linesAboveAreTheLastOnes() {
        assertThat(MenuText.linesAbove(rows("one\n\ntwo\nEnter:\n"), 4)).isEqualTo("two / Enter:");
        assertThat(MenuText.linesAbove(rows("1\n2\n3\n4\n\n"), 5)).isEqualTo("2 / 3 / 4");
        assertThat(MenuText.linesAbove(rows("\n"), 1)).isEmpty();
    }
}
