package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs that a real Slurm ends, each for another reason, which is reported once.
class SlurmReasonIT {
    /// Slurm counts the time of jobs in minutes, so that the test of its limit takes about two.
    private static final Duration TIME_LIMIT = Duration.ofMinutes(4);

    @AutoClose private static SlurmCluster cluster;

    @AutoClose private SlurmUser user;
    private NudgeUser nudge;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.startWithAllReasons();
    }

    @BeforeEach
    void addGroup() {
        user = new SlurmUser(cluster, Map.of());
        nudge = user.nudge();
    }

    private void set(String... options) {
        nudge.run(
                Stream.concat(Stream.of("group", "set", "far"), Stream.of(options))
                        .toArray(String[]::new));
    }

    @Test
    void jobThatUsesUpItsMemoryIsReportedOnceWithThatReason() throws IOException {
        cluster.requireControlGroups();
        long job = user.run("--memory", "60M", "--", "head -c 300m /dev/zero | tail");

        JsonNode end = nudge.awaitEnd(job);
        String slurm = cluster.run("scontrol", "show", "job", user.slurmId(job));
        assertThat(end.path("stop_reason").stringValue(""))
                .as("%s, %s, %s", end, slurm, user.output(job))
                .isEqualTo("Slurm: its memory was used up");
        assertThat(slurm).contains("JobState=OUT_OF_MEMORY");
        user.assertNotifiedOnce(job);
    }

    @Test
    void endSaysThatSlurmsTimeIsOverHoweverTheCommandTakesIt() throws IOException {
        set("--option", "time=1");
        long yields = user.runUntilUp("--", "echo up; sleep 300");
        long resists = user.runUntilUp("--", "trap '' TERM; echo up; while :; do sleep 1; done");
        long tidies =
                user.runUntilUp("--", "trap 'exit 3' TERM; echo up; while :; do sleep 1; done");

        assertThat(timedOut(yields).path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(timedOut(resists).path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(timedOut(tidies).path("exit_code").intValue(-1)).isEqualTo(3);
        user.assertNotifiedOnce(yields);
        user.assertNotifiedOnce(resists);
        user.assertNotifiedOnce(tidies);
    }

    private JsonNode timedOut(long job) {
        JsonNode end = nudge.awaitEnd(job, TIME_LIMIT);
        assertThat(end.path("stop_reason").stringValue(""))
                .isEqualTo("Slurm: its time limit was reached");
        return end;
    }

    /// Takes the whole node for a second, and returns Slurm's number of that job.
    private String preempt() {
        return cluster.run(
                        "sbatch",
                        "--parsable",
                        "--partition=urgent",
                        "--nodelist=n1",
                        "--exclusive",
                        "--output=/dev/null",
                        "--chdir=/",
                        "--wrap=sleep 1")
                .strip();
    }

    @Test
    void jobThatIsPreemptedIsReportedOnceWithThatReason() throws IOException {
        set("--option=nodelist=n1", "--option=exclusive");
        long job = user.runUntilUp("--", "echo up; sleep 300");

        preempt();

        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("signal").stringValue("")).as(end::toString).startsWith("SIG");
        assertThat(end.path("stop_reason").stringValue(""))
                .as(end::toString)
                .isEqualTo("Slurm: it was preempted by another job");
        assertThat(cluster.run("scontrol", "show", "job", user.slurmId(job)))
                .contains("JobState=PREEMPTED");
        user.assertNotifiedOnce(job);
    }

    @Test
    void jobThatMayBeRequeuedContinuesAsTheSameJob() throws IOException {
        set("--option=nodelist=n1", "--option=exclusive", "--option=requeue");
        Diary diary = new Diary(nudge);
        long job = user.runUntilUp("--", "echo up; " + diary.waiting());

        preempt();

        await().until(() -> user.output(job).lines().filter("up"::equals).count() == 2);
        diary.open();
        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isZero();
        user.assertNotifiedOnce(job);
    }
}
