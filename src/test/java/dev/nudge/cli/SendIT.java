package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Standard input that is typed into a job's terminal.
class SendIT {
    private static final int PIECE = 65_536;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    /// It is typed in pieces.
    @Test
    void characterAtTheEndOfAPieceStaysWholeAndNothingIsTypedIfNoneComes() throws Exception {
        user.run(
                "run",
                "--pty",
                "--",
                "stty raw -echo; echo ready; head -c 65541 | tail -c 6 | od -An -tx1; echo done");
        user.awaitOutput(1, "ready");
        Process empty = user.start("send", "1", "-");
        empty.getOutputStream().close();
        Process silent = user.start("send", "1", "-", "-k", "Enter");
        assertThat(empty.waitFor()).isEqualTo(1);
        assertThat(empty.errorReader().readAllAsString())
                .contains("The standard input is empty, so nothing has been typed.");
        assertThat(silent.waitFor()).isEqualTo(1);
        assertThat(silent.errorReader().readAllAsString()).contains("nothing has been typed");

        Process send = user.start("send", "1", "-");
        try (OutputStream input = send.getOutputStream()) {
            String text = "a".repeat(PIECE - 1) + "\uD83D\uDE00bc";
            input.write(text.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(send.waitFor()).isZero();
        user.awaitOutput(1, "done");
        assertThat(user.output(1)).contains("f0 9f 98 80 62 63");
    }
}
