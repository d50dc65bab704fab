package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys that are pressed in the first moments of a command.
class EarlyKeysIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    @ParameterizedTest
    @ValueSource(strings = {"wait 1", "logs -f 1"})
    void commandThatWaitsIsEndedBySignalsFromTheBeginning(String line)
            throws IOException, InterruptedException {
        user.run("run", "--", "sleep 300");
        for (int signal : new int[] {2, 3, 15}) {
            Process nudge = user.start(line.split(" "));

            press(nudge, signal, 0);

            assertThat(exitCode(nudge)).as("signal %d", signal).isEqualTo(128 + signal);
            assertThat(said(nudge))
                    .isEqualTo(signal == 3 ? "nudge: left; the jobs continue: nudge ps\n" : "");
        }
    }

    /// Whatever the runtime does at that moment: it starts, it connects, or a daemon is started.
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 20, 30, 40, 50, 70, 100, 200, 300})
    void jobEndsByAnEarlyCtrlCOrIsNotStarted(int milliseconds)
            throws IOException, InterruptedException {
        Process nudge = user.start("run", "--wait", "--", "exec sleep 300");

        press(nudge, 2, milliseconds);

        assertThat(exitCode(nudge)).isEqualTo(130);
        assertThat(said(nudge).lines())
                .allMatch(line ->
                        line.matches(
                                "nudge: (job 1 gets SIGINT; Ctrl\\+C again sends SIGTERM"
                                        + "|job 1"
                                        + "|Job 1 was killed \\(signal SIGINT\\)\\.)"));
        assertThat(user.stored())
                .allSatisfy(job -> {
                    assertThat(job.path("state").stringValue()).isEqualTo("ended");
                    assertThat(job.path("signal").stringValue()).isEqualTo("SIGINT");
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 100, 300, 700})
    void earlyQuitKeyLeavesAtOnceAndDoesNotListThreads(int milliseconds)
            throws IOException, InterruptedException {
        Process nudge = user.start("run", "--wait", "--", "exec sleep 300");

        press(nudge, 3, milliseconds);

        assertThat(exitCode(nudge)).isEqualTo(131);
        assertThat(said(nudge))
                .matches(
                        "(nudge: job 1\n)?nudge: left; the job continues, if it has been started: nudge ps\n");
        assertThat(user.stored())
                .extracting(job -> job.path("state").stringValue())
                .isSubsetOf("starting", "running");
    }

    /// As in the background of a script.
    @Test
    void interruptThatTheCallerIgnoresIsIgnored() throws IOException, InterruptedException {
        user.startDaemon();
        Path release = user.folder("home").resolve("release");
        String wait = "while [ ! -e %s ]; do sleep 0.05; done; exit 4".formatted(release);
        List<String> words = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        words.addAll(NudgeUser.command("run", "--wait", "--", wait));
        Process nudge = user.program(words).start();
        await().atMost(Patience.LONG).until(() -> user.stored().size() == 1);

        press(nudge, 2, 0);
        Files.createFile(release);

        assertThat(exitCode(nudge)).isEqualTo(4);
        assertThat(said(nudge)).isEqualTo("nudge: job 1\n");
    }

    /// Presses a key so long after the beginning.
    private static void press(Process nudge, int signal, int milliseconds)
            throws InterruptedException {
        awaitProgram(nudge);
        if (!nudge.waitFor(Duration.ofMillis(milliseconds))) {
            NudgeUser.signal(Integer.toString(signal), nudge.pid());
        }
    }

    /// Waits until env(1), or a shell, has become nudge.
    private static void awaitProgram(Process nudge) {
        Path program = Path.of("/proc", Long.toString(nudge.pid()), "comm");
        await().atMost(Patience.LONG)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> !nudge.isAlive() || Files.readString(program).strip().equals("nudge"));
    }

    private static int exitCode(Process nudge) throws InterruptedException {
        if (!nudge.waitFor(Patience.LONG)) {
            nudge.destroyForcibly();
        }
        return nudge.waitFor();
    }

    private static String said(Process nudge) throws IOException {
        byte[] out = nudge.getInputStream().readAllBytes();
        return new String(out, StandardCharsets.UTF_8)
                + new String(nudge.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
