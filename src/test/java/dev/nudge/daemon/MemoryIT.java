package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What needs more memory than there is costs its caller, not the daemon.
class MemoryIT {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

    @AutoClose
    private final NudgeUser user = NudgeUser.with(Map.of("NUDGE_JVM_OPTIONS", "-Xmx24m"));

    @Test
    void callOfAnAgentOrACommandIsAnsweredWithAnErrorAndTheNextOneIsCarriedOut() throws Exception {
        user.startDaemon();
        long daemon = user.daemonPid();

        String big = "x".repeat(12_000_000);
        String answer = ask("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + big + "\"}");

        assertThat(answer).contains("needed more memory than the nudge daemon has");
        assertThat(ask(INITIALIZE)).contains("\"id\":8", "\"result\"");

        Process run = user.start("run", "--stdin", "--", "cat");
        try (OutputStream in = run.getOutputStream()) {
            in.write(new byte[8 << 20]);
        }

        assertThat(new String(run.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("needed more memory than the nudge daemon has");
        assertThat(run.waitFor()).isEqualTo(1);
        assertThat(user.run("ps")).contains("No jobs run or wait");
        assertThat(user.daemonPid()).isEqualTo(daemon);
    }

    private String ask(String line) throws IOException {
        try (BadClientIT.Client client = new BadClientIT.Client(user)) {
            assertThat(client.greet("mcp")).contains("welcome");
            return client.ask(line);
        }
    }
}
