package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// `nudge wait`.
class WaitIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path release = user.folder("home").resolve("release");

    /// A job that ends with this code when it is released.
    private void held(int code) {
        user.run(
                "run",
                "--",
                "while [ ! -e %s ]; do sleep 0.05; done; exit %d".formatted(release, code));
    }

    @Test
    void waitsForAllOrAnyAndPassesOnTheFirstFailure() throws Exception {
        assertThat(user.fail("wait", "9")).isEqualTo("nudge: No job 9. There are no jobs yet.\n");
        held(0);
        held(7);
        held(3);
        user.run("run", "--label", "brief", "--", "exit 4");
        assertThat(user.fail("wait", "breif"))
                .startsWith("nudge: No job has the label \"breif\". Did you mean \"brief\"? Known");
        assertThat(user.fail("wait", "5-7")).startsWith("nudge: No job in 5-7. Known jobs: ");
        Process any = user.start("wait", "--any", "--json", "1", "brief");
        assertThat(any.inputReader().readAllAsString())
                .startsWith("{\"job\":4,")
                .contains("\"exit_code\":4");
        assertThat(any.waitFor()).isEqualTo(4);

        Process wait = user.start("wait", "1-3");
        Files.createFile(release);
        assertThat(wait.inputReader().readAllAsString().lines())
                .containsExactlyInAnyOrder(
                        "Job 1 succeeded.",
                        "Job 2 failed (exit code 7).",
                        "Job 3 failed (exit code 3).");
        assertThat(wait.waitFor()).isEqualTo(7);
    }

    @Test
    void timeoutIs124AndTheJobGoesOnAndADaemonThatIsSilentIsNamed() throws Exception {
        held(0);
        for (String seconds : List.of("0", "1")) {
            Process wait = user.start("wait", "--timeout", seconds, "1");
            assertThat(wait.waitFor()).isEqualTo(124);
            assertThat(wait.errorReader().readAllAsString())
                    .isEqualTo(
                            "nudge: After %s s, not all of the jobs have ended. They continue.\n"
                                    .formatted(seconds));
            assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");
        }
        user.signalDaemon("STOP");
        try {
            assertThat(user.fail("wait", "--timeout", "2", "1"))
                    .contains("has not answered for 10 s");
        } finally {
            user.signalDaemon("CONT");
        }
    }

    @Test
    void waitOutlivesTheDaemon() throws Exception {
        held(5);
        Process wait = user.start("wait", "1");
        Process other = user.start("wait", "1");
        user.awaitClients(2);

        user.killDaemon();
        Files.createFile(release);

        assertThat(wait.inputReader().readAllAsString()).isEqualTo("Job 1 failed (exit code 5).\n");
        assertThat(wait.waitFor()).isEqualTo(5);
        assertThat(other.waitFor()).isEqualTo(5);
    }
}
