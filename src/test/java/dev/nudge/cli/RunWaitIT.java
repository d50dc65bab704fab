package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// `nudge wait` and `nudge run --wait`: output as it comes, and the end.
class RunWaitIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();
    private final Path release = user.folder("gates").resolve("release-" + System.nanoTime());

    private static Process awaited(String command) {
        return user.start("run", "--wait", "--", command);
    }

    private static void interrupt(Process nudge) {
        NudgeUser.signal("INT", nudge.pid());
    }

    @Test
    void outputIsShownBeforeTheEndAndNeitherThatNorAWaitIsLostIfTheDaemonDies() throws Exception {
        String job = Long.toString(held(5));
        Process wait = user.start("wait", job);
        Process other = user.start("wait", job);
        Process run =
                awaited(
                        "echo first; while [ ! -e %s ]; do sleep 0.1; done; seq 1 100000; printf last >&2; exit 3"
                                .formatted(release));
        assertThat(run.inputReader().readLine()).isEqualTo("first");
        user.awaitClients(3);
        user.killDaemon();
        Files.createFile(release);

        assertThat(run.inputReader().readAllLines()).hasSize(100_001).endsWith("100000", "last");
        assertThat(run.waitFor()).isEqualTo(3);
        assertThat(wait.inputReader().readAllAsString())
                .isEqualTo("Job %s failed (exit code 5).\n".formatted(job));
        assertThat(wait.waitFor()).isEqualTo(5);
        assertThat(other.waitFor()).isEqualTo(5);
    }

    @Test
    void secondInterruptSendsSigtermAndTheThirdLeavesTheJobAloneAlsoUnderTheNextDaemon()
            throws Exception {
        Process run =
                awaited(
                        "trap '' INT; trap 'echo asked' TERM; echo up; while [ ! -e %s ]; do sleep 0.1; done; echo next; while :; do sleep 0.1; done"
                                .formatted(release));
        assertThat(run.inputReader().readLine()).isEqualTo("up");

        String said = run.errorReader().readLine();
        assertThat(said).matches("nudge: job \\d+");
        long job = Long.parseLong(said.replaceAll("\\D", ""));
        interrupt(run);
        assertThat(run.errorReader().readLine())
                .isEqualTo(said + " gets SIGINT; Ctrl+C again sends SIGTERM");
        interrupt(run);
        assertThat(run.errorReader().readLine())
                .isEqualTo(said + " gets SIGTERM; Ctrl+C again leaves it alone");
        assertThat(run.inputReader().readLine()).isIn("asked", "Terminated");
        user.killDaemon();
        Files.createFile(release);
        // It shows that the next daemon has continued.
        assertThat(run.inputReader().lines().anyMatch("next"::equals)).isTrue();
        interrupt(run);

        assertThat(run.waitFor()).isEqualTo(130);
        assertThat(run.errorReader().readLine())
                .isEqualTo("nudge: what became of it: nudge show " + job);
        assertThat(user.value(job, "state"))
                .as("not to be killed after a grace period")
                .isEqualTo("running");
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

    /// A job that ends with this code when it is released.
    private long held(int code) {
        return user.runJob(
                "while [ ! -e %s ]; do sleep 0.1; done; exit %d".formatted(release, code));
    }

    @Test
    void waitForAnyPassesOnItsExitCodeAndNoJobIsNamed() throws Exception {
        long first = held(0);
        long brief = user.runJob("--label", "brief", "--", "exit 4");
        assertThat(user.fail("wait", "995-997"))
                .startsWith("nudge: No job in 995-997. Known jobs: ");
        Process any = user.start("wait", "--any", "--json", Long.toString(first), "brief");
        assertThat(any.inputReader().readAllAsString())
                .startsWith("{\"job\":%d,".formatted(brief))
                .contains("\"exit_code\":4");
        assertThat(any.waitFor()).isEqualTo(4);
    }

    @Test
    void timeoutIs124AndTheJobStaysAndADaemonThatIsSilentIsNamed() throws Exception {
        long job = held(5);
        String number = Long.toString(job);
        for (String seconds : List.of("0", "1")) {
            Process wait = user.start("wait", "--timeout", seconds, number);
            assertThat(wait.waitFor()).isEqualTo(124);
            assertThat(wait.errorReader().readAllAsString())
                    .isEqualTo(
                            "nudge: After %s s, not all of the jobs have ended. They continue.\n"
                                    .formatted(seconds));
            assertThat(user.value(job, "state")).isEqualTo("running");
        }
        user.signalDaemon("STOP");
        try {
            assertThat(user.fail("wait", "--timeout", "2", number))
                    .contains("has not answered for 10 s");
        } finally {
            user.signalDaemon("CONT");
        }
    }
}
