package dev.nudge.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Password: ",
                "[sudo] password for ann: ",
                "Do you want to continue? [Y/n] ",
                "Enter passphrase (empty for no passphrase): ",
                "package name: (nudge) ",
                "? Which framework? ",
                "Overwrite (y/n)? ",
                "Press any key to continue...",
                "name: ann",
                "Is this OK? (yes) ",
                "Enter a number between 1 and 10",
                "パスワード: "
            })
    void whatStandsBeforeTheCursorIsThePrompt(String row) {
        assertThat(PromptText.at(row)).contains(new PromptText(row, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">>> ",
                "... ",
                "> ",
                "$ ",
                "# ",
                "% ",
                "In [12]: ",
                "(gdb) ",
                "(Pdb) ",
                "sqlite> ",
                "mysql> ",
                "jshell> ",
                "postgres=# ",
                "bash-5.2# ",
                "ann@host:~/code/nudge$ ",
                "[ann@host nudge]$ ",
                "(venv) ann@host:~$ ",
                "irb(main):001:0> "
            })
    void thePromptOfAnInterpreterIsRecognised(String row) {
        assertThat(PromptText.at(row)).contains(new PromptText(row, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "    ",
                "Downloading 45%",
                "Building dependency tree... 50%",
                "[=====>     ] 12 of 40",
                "Reading [########]",
                "⠋ installing",
                "██████░░░░ 60 MB"
            })
    void anEmptyRowOrAProgressDisplayIsNoPrompt(String row) {
        assertThat(PromptText.at(row)).isEmpty();
    }

    @Test
    void blanksBeforeThePromptAreNoPartOfIt() {
        assertThat(PromptText.at("   Name: ")).contains(new PromptText("Name: ", false));
    }
}
