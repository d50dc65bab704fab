package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is asked for while the controller of a real Slurm is down is done once it answers.
class SlurmOutageIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Pattern PID = Pattern.compile("\"pid\":(\\d+)");
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;
    private SlurmPrograms programs;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() throws IOException {
        programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        user = new SlurmUser(cluster, Map.of("PATH", programs.path()));
    }

    private void duringAnOutage(Runnable action) {
        cluster.stopController();
        try {
            action.run();
        } finally {
            cluster.startController();
        }
    }

    @Test
    void killsAreMadeUpFor() {
        long runs = user.runUntilUp("--", "echo up; sleep 300");
        user.nudge().run("group", "set", "far", "--option", "hold");
        long waits = user.run("--", "true");
        user.awaitState(waits, "submitted");

        duringAnOutage(() -> {
            for (long job : new long[] {runs, waits}) {
                assertThat(user.nudge().fail("kill", Long.toString(job)))
                        .contains("has not been killed yet")
                        .contains("try again by itself");
            }
            assertThat(user.state(runs)).isEqualTo("stopping");
            assertThat(user.nudge().run("ps")).containsAnyOf("Unable to", "Kill job error");
        });

        JsonNode ran = user.nudge().awaitEnd(runs);
        assertThat(ran.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ran.path("stop_reason").stringValue("")).isEqualTo("killed by the user");
        assertThat(user.nudge().awaitEnd(waits).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void jobThatRunsMeanwhileSaysWhyNothingIsKnownOfIt() {
        String job = Long.toString(user.runUntilUp("--", "echo up; sleep 300"));

        duringAnOutage(() -> {
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(user.nudge().run("show", job))
                                    .containsPattern("reason +Unable to contact slurm controller"));
            assertThat(user.nudge().run("ps")).contains("Unable to contact");
        });

        await().atMost(PATIENCE).until(() -> !user.nudge().run("ps").contains("Unable to"));
        assertThat(user.nudge().run("show", job)).doesNotContain("reason");
        user.nudge().run("kill", "--grace", "1", job);
    }

    @Test
    void limitThatIsPassedEndsTheJobLater() {
        long job = user.runUntilUp("--timeout", "20s", "--", "echo up; sleep 300");

        duringAnOutage(() -> user.awaitState(job, "stopping"));

        assertThat(user.nudge().awaitEnd(job).path("stop_reason").stringValue(""))
                .isEqualTo("timeout of 20 s");
    }

    @Test
    void pausesAndTheirEndsAreMadeUpFor() throws IOException {
        long job = user.runUntilUp("--", "echo up; exec sleep 300");
        long pid = pid(job);

        duringAnOutage(() ->
                assertThat(user.nudge().fail("pause", "--running", Long.toString(job)))
                        .contains("has not been paused yet")
                        .contains("try again by itself"));
        await().atMost(PATIENCE).until(() -> isStopped(pid));
        assertThat(user.state(job)).isEqualTo("paused");

        duringAnOutage(() ->
                assertThat(user.nudge().fail("resume", Long.toString(job)))
                        .contains("has not been continued yet"));
        await().atMost(PATIENCE).until(() -> !isStopped(pid));
        user.awaitState(job, "running");
    }

    @Test
    void whatIsToBeMadeUpForOutlivesTheDaemon() throws IOException {
        long saves =
                user.runUntilUp(
                        "--",
                        "trap 'trap \"\" TERM; sleep 8; exit 7' TERM; echo up; while :; do sleep 0.1; done");
        long paused = user.runUntilUp("--", "echo up; exec sleep 300");
        long pid = pid(paused);
        user.nudge().run("pause", "--running", Long.toString(paused));

        duringAnOutage(() -> {
            assertThat(user.nudge().fail("kill", "--grace", "40", Long.toString(saves)))
                    .contains("has not been killed yet");
            assertThat(user.nudge().fail("resume", Long.toString(paused)))
                    .contains("has not been continued yet");
            assertThat(user.nudge().run("show", Long.toString(paused)))
                    .contains("to continue once its cluster can be reached");
            user.nudge().killDaemon();
        });
        user.nudge().startDaemon();

        await().atMost(PATIENCE).until(() -> !isStopped(pid));
        user.awaitState(paused, "running");
        JsonNode end = user.nudge().awaitEnd(saves, PATIENCE);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isEqualTo(7);
    }

    private long pid(long job) throws IOException {
        Matcher pid = PID.matcher(Files.readString(user.nudge().job(job).resolve("host.json")));
        assertThat(pid.find()).isTrue();
        return Long.parseLong(pid.group(1));
    }

    private static boolean isStopped(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") T ");
    }

    /// A command that ends with this exit code once the file is there.
    private static String until(Path gate, int exit) {
        return "echo up; until [ -e %s ]; do sleep 0.1; done; exit %d".formatted(gate, exit);
    }

    @Test
    void signalThatCouldNotBeSentLeavesTheRetries() throws IOException {
        Path gate = folder.resolve("gate");
        long job = user.runUntilUp("--retry", "1", "--", until(gate, 3));

        duringAnOutage(() ->
                assertThat(user.nudge().fail("kill", "-s", "TERM", Long.toString(job)))
                        .contains("could not be sent SIGTERM"));
        Files.createFile(gate);

        JsonNode end = user.nudge().awaitEnd(job, PATIENCE);
        assertThat(end.path("attempts")).hasSize(1);
        assertThat(end.path("exit_code").intValue(-1)).isEqualTo(3);
        assertThat(end.path("stop_reason").isNull()).as(end::toString).isTrue();
    }

    /// It ends by itself before Slurm answers, and is restarted in place.
    @Test
    void killThatIsMadeUpForEndsNoLaterRun() throws IOException {
        Path gate = folder.resolve("gate");
        long job = user.runUntilUp("--", until(gate, 0));

        duringAnOutage(() -> {
            user.nudge().fail("kill", Long.toString(job));
            open(gate);
            user.nudge().awaitEnd(job, PATIENCE);
            user.nudge().run("restart", "--in-place", Long.toString(job));
        });

        JsonNode end = user.nudge().awaitEnd(job, PATIENCE);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isZero();
        assertThat(end.path("stop_reason").isNull()).as(end::toString).isTrue();
    }

    private static void open(Path gate) {
        try {
            Files.createFile(gate);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void groupIsPausedInAnOutageWithoutAnAttemptForEachJob() {
        for (int i = 0; i < 3; i++) {
            user.runUntilUp("--", "echo up; sleep 300");
        }
        int before = signals();

        duringAnOutage(() -> {
            assertThat(user.nudge().fail("pause", "--running", "far"))
                    .contains("Job 1 has not been paused yet")
                    .contains("Job 3 has not been paused yet");
            assertThat(signals()).isEqualTo(before + 1);
        });

        assertThat(List.of(user.state(1), user.state(2), user.state(3))).containsOnly("paused");
    }

    /// Returns how often Slurm has been asked to send a signal.
    private int signals() {
        try {
            return programs.calls("scancel").size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
