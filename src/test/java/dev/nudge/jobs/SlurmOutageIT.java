package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is asked for while the controller of a real Slurm is down is done once it answers.
class SlurmOutageIT {
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;
    private NudgeUser nudge;
    private SlurmPrograms programs;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() throws IOException {
        programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        user = new SlurmUser(cluster, Map.of("PATH", programs.path()));
        nudge = user.nudge();
    }

    private interface Action {
        void run() throws IOException;
    }

    private void duringAnOutage(Action action) throws IOException {
        cluster.stopController();
        try {
            action.run();
        } finally {
            cluster.startController();
        }
    }

    @Test
    void killsAreMadeUpFor() throws IOException {
        long runs = user.runUntilUp("--", "echo up; sleep 300");
        nudge.run("group", "set", "far", "--option", "hold");
        long waits = user.run("--", "true");
        user.awaitState(waits, "submitted");

        duringAnOutage(() -> {
            for (long job : new long[] {runs, waits}) {
                assertThat(nudge.fail("kill", Long.toString(job)))
                        .contains("has not been killed yet")
                        .contains("try again by itself");
            }
            assertThat(user.state(runs)).isEqualTo("stopping");
            assertThat(nudge.run("ps")).containsAnyOf("Unable to", "Kill job error");
        });

        JsonNode ran = nudge.awaitEnd(runs);
        assertThat(ran.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ran.path("stop_reason").stringValue("")).isEqualTo("killed by the user");
        assertThat(nudge.awaitEnd(waits).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void jobThatRunsMeanwhileSaysWhyNothingIsKnownOfIt() throws IOException {
        String job = Long.toString(user.runUntilUp("--", "echo up; sleep 300"));

        duringAnOutage(() -> {
            await().untilAsserted(() ->
                    assertThat(nudge.run("show", job))
                            .containsPattern("reason +Unable to contact slurm controller"));
            assertThat(nudge.run("ps")).contains("Unable to contact");
        });

        await().until(() -> !nudge.run("ps").contains("Unable to"));
        assertThat(nudge.run("show", job)).doesNotContain("reason");
        nudge.run("kill", "--grace", "1", job);
    }

    @Test
    void limitThatIsPassedEndsTheJobLater() throws IOException {
        long job = user.runUntilUp("--timeout", "20s", "--", "echo up; sleep 300");

        duringAnOutage(() -> user.awaitState(job, "stopping"));

        assertThat(nudge.awaitEnd(job).path("stop_reason").stringValue(""))
                .isEqualTo("timeout of 20 s");
    }

    @Test
    void pausesAndTheirEndsAreMadeUpFor() throws IOException {
        long job = user.runUntilUp("--", "echo up; exec sleep 300");
        long pid = pid(job);

        duringAnOutage(() ->
                assertThat(nudge.fail("pause", "--running", Long.toString(job)))
                        .contains("has not been paused yet")
                        .contains("try again by itself"));
        await().until(() -> isStopped(pid));
        assertThat(user.state(job)).isEqualTo("paused");

        duringAnOutage(() ->
                assertThat(nudge.fail("resume", Long.toString(job)))
                        .contains("has not been continued yet"));
        await().until(() -> !isStopped(pid));
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
        nudge.run("pause", "--running", Long.toString(paused));

        duringAnOutage(() -> {
            assertThat(nudge.fail("kill", "--grace", "40", Long.toString(saves)))
                    .contains("has not been killed yet");
            assertThat(nudge.fail("resume", Long.toString(paused)))
                    .contains("has not been continued yet");
            assertThat(nudge.run("show", Long.toString(paused)))
                    .contains("to continue once its cluster can be reached");
            nudge.killDaemon();
        });
        nudge.startDaemon();

        await().until(() -> !isStopped(pid));
        user.awaitState(paused, "running");
        JsonNode end = nudge.awaitEnd(saves);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isEqualTo(7);
    }

    private long pid(long job) {
        return nudge.record(job).path("pid").longValue();
    }

    private static boolean isStopped(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") T ");
    }

    @Test
    void signalThatCouldNotBeSentLeavesTheRetries() throws IOException {
        Diary diary = new Diary(nudge);
        long job =
                user.runUntilUp("--retry", "1", "--", "echo up; " + diary.waiting() + "; exit 3");

        duringAnOutage(() ->
                assertThat(nudge.fail("kill", "-s", "TERM", Long.toString(job)))
                        .contains("could not be sent SIGTERM"));
        diary.open();

        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("attempts")).hasSize(1);
        assertThat(end.path("exit_code").intValue(-1)).isEqualTo(3);
        assertThat(end.path("stop_reason").isNull()).as(end::toString).isTrue();
    }

    /// It ends by itself before Slurm answers, and is restarted in place.
    @Test
    void killThatIsMadeUpForEndsNoLaterRun() throws IOException {
        Diary diary = new Diary(nudge);
        long job = user.runUntilUp("--", "echo up; " + diary.waiting());

        duringAnOutage(() -> {
            nudge.fail("kill", Long.toString(job));
            diary.open();
            nudge.awaitEnd(job);
            nudge.run("restart", "--in-place", Long.toString(job));
        });

        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isZero();
        assertThat(end.path("stop_reason").isNull()).as(end::toString).isTrue();
    }

    @Test
    void groupIsPausedInAnOutageWithoutAnAttemptForEachJob() throws IOException {
        for (int i = 0; i < 3; i++) {
            user.runUntilUp("--", "echo up; sleep 300");
        }
        int before = signals();

        duringAnOutage(() -> {
            assertThat(nudge.fail("pause", "--running", "far"))
                    .contains("Job 1 has not been paused yet")
                    .contains("Job 3 has not been paused yet");
            assertThat(signals()).isEqualTo(before + 1);
        });

        assertThat(List.of(user.state(1), user.state(2), user.state(3))).containsOnly("paused");
    }

    /// Returns how often Slurm has been asked to send a signal.
    private int signals() throws IOException {
        return programs.calls("scancel").size();
    }
}
