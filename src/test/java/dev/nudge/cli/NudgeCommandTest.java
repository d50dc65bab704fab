package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NudgeCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return NudgeCommand.line(args)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run", "ps", "logs", "send", "attach", "kill", "clean", "doctor", "daemon", "mcp"
            })
    void everyCommandHasHelp(String command) {
        assertThat(run(command, "--help")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).startsWith("Usage: nudge " + command);
    }

    @Test
    void helpListsTheCommandsTheExitCodesAndExamples() {
        run("--help");

        assertThat(out.toString())
                .contains("ps", "logs", "doctor", "daemon", "mcp", "Exit codes", "nudge logs 17");
    }

    @Test
    void wrongUsageIsExitCode2AndSaysWhatWasExpected() {
        assertThat(run("logs", "abc")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("'abc' is not a long");
        assertThat(run("log")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("Did you mean", "logs");
        assertThat(run()).isEqualTo(ExitCodes.USAGE);
    }
}
