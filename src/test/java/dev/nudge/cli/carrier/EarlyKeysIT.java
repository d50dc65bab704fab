package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys that are pressed while the runtime of a command still starts.
class EarlyKeysIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// The threads of the runtime itself: so many are there before its first line of Java.
    private static final int THREADS = 4;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    @ParameterizedTest
    @ValueSource(strings = {"wait 1", "logs -f 1"})
    void commandThatWaitsIsEndedBySignalsFromTheBeginning(String line)
            throws IOException, InterruptedException {
        user.run("run", "--", "sleep 300");
        for (int signal : new int[] {2, 3, 15}) {
            Process nudge = user.start(line.split(" "));

            press(nudge, signal);

            assertThat(exitCode(nudge)).as("signal %d", signal).isEqualTo(128 + signal);
            assertThat(said(nudge)).isEmpty();
        }
    }

    @Test
    void earlyQuitKeyOnRunDoesNotListThreads() throws IOException, InterruptedException {
        Process nudge = user.start("run", "--wait", "--", "sleep 0.2");

        press(nudge, 3);

        int _ = exitCode(nudge);
        assertThat(said(nudge)).isEmpty();
    }

    private static void press(Process nudge, int signal) throws IOException, InterruptedException {
        Path threads = Path.of("/proc", Long.toString(nudge.pid()), "task");
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> count(threads), count -> count >= THREADS);
        List<String> kill = List.of("kill", "-" + signal, Long.toString(nudge.pid()));
        assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
    }

    private static int exitCode(Process nudge) throws InterruptedException {
        if (!nudge.waitFor(PATIENCE)) {
            nudge.destroyForcibly();
        }
        return nudge.waitFor();
    }

    private static long count(Path threads) throws IOException {
        try (var all = Files.list(threads)) {
            return all.count();
        }
    }

    private static String said(Process nudge) throws IOException {
        byte[] out = nudge.getInputStream().readAllBytes();
        return new String(out, StandardCharsets.UTF_8)
                + new String(nudge.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
