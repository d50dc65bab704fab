package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs that a real Slurm ends, each for another reason, which is reported once.
class SlurmReasonIT extends InSlurm {
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
        nudge.run("group", "set", "far", "--option", "time=1");
        long yields = user.runUntilUp("--", "echo up; sleep 300");
        long resists = user.runUntilUp("--", "trap '' TERM; echo up; while :; do sleep 1; done");
        long tidies =
                user.runUntilUp("--", "trap 'exit 3' TERM; echo up; while :; do sleep 1; done");
        for (long job : new long[] {yields, resists, tidies}) {
            // A limit is of whole minutes. Slurm looks each half minute for those that are over.
            cluster.run("scontrol", "update", "JobId=" + user.slurmId(job), "EndTime=now+2");
        }

        assertThat(timedOut(yields).path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(timedOut(resists).path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(timedOut(tidies).path("exit_code").intValue(-1)).isEqualTo(3);
        user.assertNotifiedOnce(yields);
        user.assertNotifiedOnce(resists);
        user.assertNotifiedOnce(tidies);
    }

    private JsonNode timedOut(long job) {
        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("stop_reason").stringValue(""))
                .isEqualTo("Slurm: its time limit was reached");
        return end;
    }

    /// Takes the whole node for a second.
    private static void preempt() {
        cluster.run(
                "sbatch",
                "--partition=urgent",
                "--nodelist=n1",
                "--exclusive",
                "--output=/dev/null",
                "--chdir=/",
                "--wrap=sleep 1");
    }

    @Test
    void jobThatIsPreemptedIsReportedOnceWithThatReason() throws IOException {
        nudge.run("group", "set", "far", "--option=nodelist=n1", "--option=exclusive");
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
        String set = "group set far --option=nodelist=n1 --option=exclusive --option=requeue";
        nudge.run(set.split(" "));
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
