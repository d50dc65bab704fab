package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.SlurmPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is asked for while the controller of a real Slurm is down is done once it answers.
class SlurmOutageIT extends InSlurm {
    @TempDir private Path folder;

    @SuppressWarnings("NullAway.Init") // made before each test, by environment()
    private SlurmPrograms programs;

    @Override
    Map<String, String> environment() throws IOException {
        programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        return Map.of("PATH", programs.path());
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
    void killsAreMadeUpForAndLimitsThatArePassed() throws IOException {
        long runs = user.runUntilUp("--", "echo up; sleep 300");
        String rests = Long.toString(user.runUntilUp("--", "echo up; sleep 300"));
        nudge.run("group", "set", "far", "--option", "hold");
        long waits = user.run("--", "true");
        user.awaitState(waits, "submitted");
        nudge.run("group", "set", "far", "--option", "partition=main");
        long late = user.runUntilUp("--timeout", "20s", "--", "echo up; sleep 300");

        duringAnOutage(() -> {
            for (long job : new long[] {runs, waits}) {
                assertThat(nudge.fail("kill", Long.toString(job)))
                        .contains("has not been killed yet")
                        .contains("try again by itself");
            }
            assertThat(user.state(runs)).isEqualTo("stopping");
            assertThat(nudge.run("ps")).containsAnyOf("Unable to", "Kill job error");
            await().untilAsserted(() ->
                    assertThat(nudge.run("show", rests))
                            .containsPattern("reason +Unable to contact slurm controller"));
            user.awaitState(late, "stopping");
        });

        JsonNode ran = nudge.awaitEnd(runs);
        assertThat(ran.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ran.path("stop_reason").stringValue("")).isEqualTo("killed by the user");
        assertThat(nudge.awaitEnd(waits).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
        assertThat(nudge.awaitEnd(late).path("stop_reason").stringValue(""))
                .isEqualTo("timeout of 20 s");
        await().until(() -> !nudge.run("ps").contains("Unable to"));
        assertThat(nudge.run("show", rests)).doesNotContain("reason");
        nudge.run("kill", "--grace", "1", rests);
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

    /// One ends by itself before Slurm answers, and is restarted in place; the other is retried.
    @Test
    void killThatIsMadeUpForEndsNoLaterRunAndASignalThatCouldNotBeSentNone() throws IOException {
        Diary diary = new Diary(nudge);
        long killed = user.runUntilUp("--", "echo up; " + diary.waiting());
        long retried =
                user.runUntilUp("--retry", "1", "--", "echo up; " + diary.waiting() + "; exit 3");

        duringAnOutage(() -> {
            nudge.fail("kill", Long.toString(killed));
            assertThat(nudge.fail("kill", "-s", "TERM", Long.toString(retried)))
                    .contains("could not be sent SIGTERM");
            diary.open();
            nudge.awaitEnd(killed);
            nudge.run("restart", "--in-place", Long.toString(killed));
        });

        JsonNode again = nudge.awaitEnd(killed);
        assertThat(again.path("exit_code").intValue(-1)).as(again::toString).isZero();
        assertThat(again.path("stop_reason").isNull()).as(again::toString).isTrue();
        JsonNode end = nudge.awaitEnd(retried);
        assertThat(end.path("attempts")).hasSize(1);
        assertThat(end.path("exit_code").intValue(-1)).isEqualTo(3);
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

    private int signals() throws IOException {
        return programs.calls("scancel").size();
    }
}
