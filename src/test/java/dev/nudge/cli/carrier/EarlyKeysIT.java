package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Keys that are pressed in the first moments of a command.
class EarlyKeysIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();

    @Test
    void commandThatWaitsIsEndedBySignalsFromTheBeginning() throws Exception {
        long job = user.runJob("sleep 300");
        for (String line : List.of("wait " + job, "logs -f " + job)) {
            for (int signal : new int[] {2, 3, 15}) {
                Process nudge = user.start(line.split(" "));

                press(nudge, signal, 0);

                assertThat(nudge.waitFor()).as("%s, %d", line, signal).isEqualTo(128 + signal);
                assertThat(said(nudge))
                        .isEqualTo(signal == 3 ? "nudge: left; the jobs continue: nudge ps\n" : "");
            }
        }
    }

    /// Whatever nudge does at that moment. The start of a daemon takes longer than all else.
    @ParameterizedTest
    @CsvSource({
        "2, true, 0 100 300",
        "2, false, 0 1 2 4 8 16 32 64",
        "3, true, 200",
        "3, false, 0 2 8 32 128"
    })
    void jobEndsByAnEarlyCtrlCOrIsNotStartedAndIsLeftByTheQuitKey(
            int signal, boolean startsDaemon, String moments) throws Exception {
        String label = "signal-" + signal;
        for (String moment : moments.split(" ", -1)) {
            user.startDaemon();
            if (startsDaemon) {
                user.killDaemon();
            }
            Process run = user.start("run", "--label", label, "--wait", "--", "exec sleep 300");

            press(run, signal, Integer.parseInt(moment));

            assertThat(run.waitFor()).as("after %s ms", moment).isEqualTo(128 + signal);
            assertThat(said(run))
                    .matches(
                            signal == 2
                                    ? "(nudge: (job \\d+ gets SIGINT; Ctrl\\+C again sends SIGTERM|job \\d+|Job \\d+ was killed \\(signal SIGINT\\)\\.)\n)*"
                                    : "(nudge: job \\d+\n)?nudge: left; the job continues, if it has been started: nudge ps\n");
            assertThat(jobs(label))
                    .as("after %s ms", moment)
                    .extracting(job -> job.path("state").stringValue() + job.path("signal"))
                    .allMatch(state ->
                            state.matches(
                                    signal == 2 ? "ended\"SIGINT\"" : "(starting|running)null"));
        }
    }

    private static Stream<JsonNode> jobs(String label) {
        return user.stored().stream()
                .filter(job -> job.path("label").stringValue("").equals(label));
    }

    /// As in the background of a script.
    @Test
    void interruptThatTheCallerIgnoresIsIgnored() throws Exception {
        Path release = user.folder("home").resolve("release");
        String wait = "while [ ! -e %s ]; do sleep 0.2; done; exit 4".formatted(release);
        List<String> words = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        words.addAll(NudgeUser.command("run", "--label", "ignored", "--wait", "--", wait));
        Process nudge = user.program(words).start();
        await().until(() -> jobs("ignored").count() == 1);

        press(nudge, 2, 0);
        Files.createFile(release);

        assertThat(nudge.waitFor()).isEqualTo(4);
        assertThat(said(nudge)).matches("nudge: job \\d+\n");
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
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> !nudge.isAlive() || Files.readString(program).strip().equals("nudge"));
    }

    private static String said(Process nudge) throws IOException {
        return nudge.inputReader().readAllAsString() + nudge.errorReader().readAllAsString();
    }
}
