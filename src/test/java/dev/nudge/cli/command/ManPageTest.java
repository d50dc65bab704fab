package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Golden;
import org.junit.jupiter.api.Test;

class ManPageTest {
    @Test
    void describesEveryCommandAndEveryExitCode() {
        String page = ManPage.of(NudgeCommand.line()).replace(Installation.version(), "VERSION");

        Golden.check("man-page", page);
        assertThat(page)
                .contains(
                        ".SS nudge wait ",
                        "\\fB\\-\\-grep REGEX\\fR",
                        "\\fB124\\fR",
                        ".SH EXAMPLES")
                .doesNotContain("hand\\-over");
    }
}
