package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Standard input that is typed into a job's terminal.
class SendIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final int PIECE = 65_536;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    @BeforeEach
    void startJob() {
        user.run(
                "run",
                "--pty",
                "--",
                "stty raw -echo; echo ready; head -c 65541 | tail -c 6 | od -An -tx1; echo done");
        await().atMost(PATIENCE).until(() -> user.run("logs", "1").contains("ready"));
    }

    /// It is typed in pieces.
    @Test
    void characterAtTheEndOfAPieceStaysWhole() throws IOException, InterruptedException {
        Process send = user.start("send", "1", "-");
        try (OutputStream input = send.getOutputStream()) {
            String text = "a".repeat(PIECE - 1) + "\uD83D\uDE00bc";
            input.write(text.getBytes(StandardCharsets.UTF_8));
        }

        assertThat(send.waitFor()).isZero();
        await().atMost(PATIENCE).until(() -> user.run("logs", "1").contains("done"));
        assertThat(user.run("logs", "1")).contains("f0 9f 98 80 62 63");
    }

    @Test
    void inputThatIsEmptyOrDoesNotComeTypesNothingAndSaysSo() throws Exception {
        Process empty = user.start("send", "1", "-");
        empty.getOutputStream().close();
        Process silent = user.start("send", "1", "-", "-k", "Enter");

        assertThat(empty.waitFor()).isEqualTo(1);
        assertThat(empty.errorReader().readAllAsString())
                .contains("The standard input is empty, so nothing has been typed.");
        assertThat(silent.waitFor()).isEqualTo(1);
        assertThat(silent.errorReader().readAllAsString()).contains("nothing has been typed");
    }
}
