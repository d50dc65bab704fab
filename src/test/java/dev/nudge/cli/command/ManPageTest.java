package dev.nudge.cli.command;

import dev.nudge.testkit.Golden;
import org.junit.jupiter.api.Test;

class ManPageTest {
    @Test
    void describesEveryCommandAndEveryExitCode() {
        String page = ManPage.of(NudgeCommand.line());
        Golden.check("man-page", page.replace(Installation.version(), "VERSION"));
    }
}
