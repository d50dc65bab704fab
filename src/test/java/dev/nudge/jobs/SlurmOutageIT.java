package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What is asked for while the controller of a real Slurm is down is done once it answers.
class SlurmOutageIT extends InSlurm {
    private void duringAnOutage(Unchecked.Step step) {
        cluster.stopController();
        try {
            Unchecked.run(step);
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
        nudge.awaitState(waits, "submitted");
        nudge.run("group", "set", "far", "--option", "partition=main");
        long late = user.runUntilUp("--timeout", "20s", "--", "echo up; sleep 300");

        duringAnOutage(() -> {
            for (long job : new long[] {runs, waits}) {
                assertThat(nudge.fail("kill", Long.toString(job)))
                        .contains("has not been killed yet")
                        .contains("try again by itself");
            }
            assertThat(nudge.value(runs, "state")).isEqualTo("stopping");
            assertThat(nudge.run("ps")).containsAnyOf("Unable to", "Kill job error");
            await().untilAsserted(() ->
                    assertThat(nudge.run("show", rests))
                            .containsPattern("reason +Unable to contact slurm controller"));
            nudge.awaitState(late, "stopping");
        });

        JsonNode ran = nudge.awaitEnd(runs);
        assertThat(ran.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ran.path("stop_reason").stringValue("")).isEqualTo("killed by the user");
        assertThat(nudge.valueAtEnd(waits, "not_started")).isEqualTo("killed by the user");
        assertThat(nudge.valueAtEnd(late, "stop_reason")).isEqualTo("timeout of 20 s");
        await().until(() -> !nudge.run("ps").contains("Unable to"));
        assertThat(nudge.run("show", rests)).doesNotContain("reason");
        nudge.run("kill", "--grace", "1", rests);
    }

    @Test
    void whatIsToBeMadeUpForOutlivesTheDaemon() throws IOException {
        long saves =
                user.runUntilUp(
                        "--",
                        "trap 'trap \"\" TERM; sleep 8; exit 7' TERM; echo up; while :; do sleep 0.1; done");
        long paused = user.runUntilUp("--", "echo up; exec sleep 300");
        long pid = pid(paused);
        duringAnOutage(() ->
                assertThat(nudge.fail("pause", "--running", Long.toString(paused)))
                        .contains("has not been paused yet")
                        .contains("try again by itself"));
        await().until(() -> isStopped(pid));
        assertThat(nudge.value(paused, "state")).isEqualTo("paused");

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
        nudge.awaitState(paused, "running");
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
    void killThatIsMadeUpForEndsNoLaterRunASignalThatCouldNotBeSentNoneAndANewJobWaits()
            throws IOException {
        Diary diary = new Diary(nudge);
        long killed = user.runUntilUp("--", "echo up; " + diary.waiting());
        long retried =
                user.runUntilUp("--retry", "1", "--", "echo up; " + diary.waiting() + "; exit 3");

        duringAnOutage(() -> {
            nudge.fail("kill", Long.toString(killed));
            assertThat(nudge.fail("kill", "-s", "TERM", Long.toString(retried)))
                    .contains("could not be sent SIGTERM");
            assertThat(user.run("--", "echo later")).isEqualTo(retried + 1);
            await().untilAsserted(() ->
                    assertThat(nudge.run("show", "@last"))
                            .contains("Unable to contact slurm controller"));
            diary.open();
            nudge.awaitEnd(killed);
            nudge.run("restart", "--in-place", Long.toString(killed));
        });
        assertThat(nudge.exitCode(retried + 1)).isZero();
        assertThat(nudge.output(retried + 1)).isEqualTo("later\n");

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
        long last = jobs();
        int before = programs.calls("scancel").size();

        duringAnOutage(() -> {
            assertThat(nudge.fail("pause", "--running", "far"))
                    .contains("Job %d has not been paused yet".formatted(last - 2))
                    .contains("Job %d has not been paused yet".formatted(last));
            assertThat(programs.calls("scancel")).hasSize(before + 1);
        });

        assertThat(List.of(last - 2, last - 1, last))
                .allMatch(job -> nudge.value(job, "state").equals("paused"));
    }
}
