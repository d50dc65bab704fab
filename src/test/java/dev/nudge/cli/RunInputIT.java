package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What becomes of the standard input of `nudge run`.
class RunInputIT {
    private static final int LIMIT = 8_388_608;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private Process fed(byte[] input, String... arguments) throws IOException {
        Process nudge = user.start(arguments);
        try (OutputStream in = nudge.getOutputStream()) {
            in.write(input);
        }
        return nudge;
    }

    private static String output(Process nudge) throws IOException {
        return new String(nudge.getInputStream().readAllBytes(), UTF_8);
    }

    private static String errors(Process nudge) throws IOException {
        return new String(nudge.getErrorStream().readAllBytes(), UTF_8);
    }

    @Test
    void inputThatTheJobWouldNotGetIsAnError() throws Exception {
        user.startDaemon();
        Process nudge = fed("x".getBytes(UTF_8), "run", "--wait", "--", "cat");

        assertThat(nudge.waitFor()).isEqualTo(2);
        assertThat(errors(nudge)).contains("a pipe with data", "--stdin", "</dev/null");
        assertThat(user.run("ps", "--all")).startsWith("No jobs yet");
    }

    @Test
    void jobThatIsWaitedForReadsThePipeItself() throws Exception {
        user.startDaemon();
        Process nudge = fed(new byte[3 * LIMIT], "run", "--wait", "--stdin", "--", "wc -c");

        assertThat(output(nudge)).isEqualTo(3 * LIMIT + "\n");
        assertThat(nudge.waitFor()).isZero();
        assertThat(user.job(1).resolve("input")).doesNotExist();
    }

    @Test
    void inputIsKeptWithTheJobAndReadAgainWhenItIsRestarted() throws Exception {
        Process nudge = fed("hel\0lo\n".getBytes(UTF_8), "run", "--stdin", "--", "cat");

        assertThat(output(nudge)).isEqualTo("1\n");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo("hel\0lo\n");
        user.run("restart", "1");
        user.awaitEnd(2);
        assertThat(user.run("logs", "2")).isEqualTo("hel\0lo\n");
    }

    @Test
    void inputThatIsTooLongToBeKeptIsRefused() throws Exception {
        Process most = fed(new byte[LIMIT], "run", "--stdin", "--", "wc -c");
        assertThat(output(most)).isEqualTo("1\n");
        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).isEqualTo(LIMIT + "\n");

        Process nudge = fed(new byte[LIMIT + 1], "run", "--stdin", "--", "wc -c");
        assertThat(nudge.waitFor()).isEqualTo(2);
        assertThat(errors(nudge)).contains("longer than 8388608 bytes", "--wait");
    }

    @Test
    void jobOnATerminalIsTypedIntoInstead() {
        assertThat(user.misuse("run", "--pty", "--stdin", "--", "cat")).contains("nudge send");
        assertThat(user.misuse("run", "--pty", "--retry", "1", "--", "cat")).contains("--retry");
    }
}
