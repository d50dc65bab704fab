package dev.nudge.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Password: ", "[sudo] password for ann: ",
                "Do you want to continue? [Y/n] ", "Enter passphrase (empty for no passphrase): ",
                "package name: (nudge) ", "? Which framework? ",
                "Overwrite (y/n)? ", "Press any key to continue...",
                "name: ann", "   Is this OK? (yes) ",
                "Enter a number between 1 and 10", "パスワード: "
            })
    void whatStandsBeforeTheCursorWithoutBlanksBeforeItIsThePrompt(String row) {
        assertThat(PromptText.at(row)).contains(new PromptText(row.stripLeading(), false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">>> ", "... ", "> ",
                "$ ", "# ", "% ",
                "In [12]: ", "(gdb) ", "(Pdb) ",
                "sqlite> ", "mysql> ", "jshell> ",
                "postgres=# ", "bash-5.2# ", "ann@host:~/code/nudge$ ",
                "[ann@host nudge]$ ", "(venv) ann@host:~$ ", "irb(main):001:0> "
            })
    void thePromptOfAnInterpreterIsRecognised(String row) {
        assertThat(PromptText.at(row)).contains(new PromptText(row, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "    ", "Downloading 45%", "Building dependency tree... 50%",
                "[=====>     ] 12 of 40", "Reading [########]", "⠋ installing", "██████░░░░ 60 MB"
            })
    void anEmptyRowOrAProgressDisplayIsNoPrompt(String row) {
        assertThat(PromptText.at(row)).isEmpty();
    }

    private static List<String> rows(String text) {
        return List.of(text.split("\n", -1));
    }

    @Test
    void optionsAreShownWithTheirQuestionAndThePromptBelowAndALongMenuIsCut() {
        assertThat(PromptText.menu(rows("log\n\n? Which colour?\n  red\n❯ green\n  blue\n"), 5))
                .contains("? Which colour? / red / ❯ green / blue");
        assertThat(PromptText.menu(rows("? Which colour?\n❯ red\n  green\n"), 2))
                .contains("? Which colour? / ❯ red / green");
        assertThat(PromptText.menu(rows("? Which colour?\n❯ red\n  green\n\nother"), 0))
                .contains("? Which colour? / ❯ red / green");
        assertThat(PromptText.menu(rows("Pick some:\n[x] a\n[ ] b"), 2))
                .contains("Pick some: / [x] a / [ ] b");

        assertThat(PromptText.menu(rows("Which one?\n1) red\n2) green\n#? "), 3))
                .contains("Which one? / 1) red / 2) green / #?");
        assertThat(PromptText.menu(rows("1) red\n2) green\n#? "), 2))
                .contains("1) red / 2) green / #?");

        List<String> rows =
                IntStream.range(0, 15).mapToObj(i -> i + ") " + "option ".repeat(30)).toList();
        assertThat(PromptText.menu(rows, 14).orElseThrow())
                .hasSizeLessThan(1100)
                .endsWith("... / …");
    }

    @Test
    void otherTextIsNoMenu() {
        assertThat(PromptText.menu(rows("Reading lists\nContinue? [Y/n] "), 1)).isEmpty();
        assertThat(PromptText.menu(rows("10:00:01 started\n10:00:02 ready\n"), 2)).isEmpty();
        assertThat(PromptText.menu(rows("1) one\n\n> "), 2)).isEmpty();
        assertThat(PromptText.menu(rows("\n\n"), 1)).isEmpty();
    }

    @Test
    void linesAboveAreTheLastOnes() {
        assertThat(PromptText.linesAbove(rows("one\n\ntwo\nEnter:\n"), 4))
                .isEqualTo("two / Enter:");
        assertThat(PromptText.linesAbove(rows("1\n2\n3\n4\n\n"), 5)).isEqualTo("2 / 3 / 4");
        assertThat(PromptText.linesAbove(rows("\n"), 1)).isEmpty();
    }
}
