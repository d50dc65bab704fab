package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `nudge run --wait` and `nudge logs -f`: output as it comes, and the end.
@Timeout(120)
class RunWaitIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path release = user.folder("home").resolve("release");

    private Process awaited(String command) {
        return user.start("run", "--wait", "--", command);
    }

    private static void interrupt(Process nudge) {
        NudgeUser.signal("INT", nudge.pid());
    }

    @Test
    void outputIsShownBeforeTheEndAndNothingOfItIsLostIfTheDaemonDies() throws Exception {
        Process run =
                awaited(
                        "echo first; while [ ! -e %s ]; do sleep 0.05; done; seq 1 100000; printf last >&2; exit 3"
                                .formatted(release));
        assertThat(run.inputReader().readLine()).isEqualTo("first");
        user.killDaemon();
        Files.createFile(release);

        assertThat(run.inputReader().readAllLines()).hasSize(100_001).endsWith("100000", "last");
        assertThat(run.waitFor()).isEqualTo(3);
    }

    @Test
    void secondInterruptSendsSigtermAndTheThirdLeavesTheJobAlone() throws Exception {
        Process run =
                awaited(
                        "trap '' INT; trap 'echo asked' TERM; echo up; while :; do sleep 0.1; done");
        assertThat(run.inputReader().readLine()).isEqualTo("up");

        assertThat(run.errorReader().readLine()).isEqualTo("nudge: job 1");
        interrupt(run);
        assertThat(run.errorReader().readLine())
                .isEqualTo("nudge: job 1 gets SIGINT; Ctrl+C again sends SIGTERM");
        interrupt(run);
        assertThat(run.errorReader().readLine())
                .isEqualTo("nudge: job 1 gets SIGTERM; Ctrl+C again leaves it alone");
        assertThat(run.inputReader().readLine()).isIn("asked", "Terminated");
        interrupt(run);

        assertThat(run.waitFor()).isEqualTo(130);
        assertThat(run.errorReader().readLine())
                .isEqualTo("nudge: what became of it: nudge show 1");
        // Longer than the grace after which a job that is killed gets SIGKILL.
        await().during(Duration.ofSeconds(6))
                .atMost(Patience.LONG)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> user.record(1).path("state").stringValue().equals("running"));
    }

    @Test
    void interruptsAreCountedAcrossDaemons() throws Exception {
        Process run =
                awaited(
                        "trap '' INT TERM; i=0; while :; do i=$((i+1)); while [ ! -e %s$i ]; do sleep 0.1; done; echo $i; done"
                                .formatted(release));
        assertThat(run.errorReader().readLine()).isEqualTo("nudge: job 1");
        String[] expected = {"gets SIGINT", "gets SIGTERM", "what became of it: nudge show 1"};
        for (int i = 0; i < expected.length; i++) {
            // The output shows that the next daemon has continued.
            Files.createFile(Path.of(release.toString() + (i + 1)));
            assertThat(run.inputReader().readLine()).isEqualTo(Integer.toString(i + 1));
            interrupt(run);
            assertThat(run.errorReader().readLine()).contains(expected[i]);
            user.killDaemon();
        }
        assertThat(run.waitFor()).isEqualTo(130);
    }

    @Test
    void interruptEndsTheWaitForADaemonThatIsSilent() throws Exception {
        user.startDaemon();
        user.signalDaemon("STOP");
        try {
            Process run = awaited("sleep 300");
            user.awaitClients(1);

            interrupt(run);

            assertThat(run.waitFor()).isEqualTo(130);
            assertThat(run.errorReader().readLine()).isNull();
        } finally {
            user.signalDaemon("CONT");
        }
    }

    @Test
    void logIsFollowedToTheEndOfTheJob() throws Exception {
        user.run(
                "run",
                "--",
                "seq 1 5; while [ ! -e %s ]; do sleep 0.05; done; echo error one; echo fine; printf 'error two'"
                        .formatted(release));
        user.awaitOutput(1, "5");
        Process all = user.start("logs", "-f", "-n", "2", "1");
        Process some = user.start("logs", "-f", "--grep", "^error", "1");
        assertThat(all.inputReader().readLine()).isEqualTo("4");

        Files.createFile(release);

        assertThat(all.inputReader().readAllLines())
                .containsExactly("5", "error one", "fine", "error two");
        assertThat(some.inputReader().readAllAsString()).isEqualTo("error one\nerror two");
        assertThat(all.waitFor()).isZero();
    }

    @Test
    void whatWasWrittenSinceATimeIsShown() throws Exception {
        user.run(
                "run",
                "--",
                "echo early; while [ ! -e %s ]; do sleep 0.05; done; echo late; sleep 300"
                        .formatted(release));
        Path times = user.job(1).resolve("output.times");
        String mark =
                await().atMost(Patience.LONG)
                        .until(
                                () -> Files.exists(times) ? Files.readString(times) : "",
                                text -> text.contains("\n"));
        long second = Long.parseLong(mark.substring(0, mark.indexOf(' ')));
        String after = Instant.ofEpochSecond(second + 1).toString();
        await().atMost(Patience.LONG).until(() -> Instant.now().isAfter(Instant.parse(after)));
        Files.createFile(release);
        user.awaitOutput(1, "late");

        assertThat(user.run("logs", "--since", after, "1")).isEqualTo("late\n");
        assertThat(user.run("logs", "--since", "1h", "1")).isEqualTo("early\nlate\n");
    }
}
