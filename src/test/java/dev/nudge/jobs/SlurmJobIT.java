package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Jobs of a group that runs them in a real Slurm, in a real daemon: single ones and arrays, and
/// those that Slurm ends, each for another reason, which is reported once.
class SlurmJobIT extends InSlurm {
    private Diary diary;

    @BeforeEach
    void openDiary() {
        diary = new Diary(nudge);
    }

    @Test
    void commandRunsOnANodeAndItsExitIsRecordedByWhateverDaemon() {
        long job = user.run("--", "echo on $SLURMD_NODENAME; exit 3");
        assertThat(nudge.exitCode(job)).isEqualTo(3);
        long left = user.run("--", "echo up; sleep 3; exit 4");
        nudge.awaitOutput(left, "up");
        nudge.killDaemon();

        assertThat(nudge.exitCode(left)).isEqualTo(4);
        assertThat(nudge.output(left)).isEqualTo("up\n");
        assertThat(nudge.run("logs", Long.toString(job))).matches("on n[12]\n");
        assertThat(nudge.run("show", Long.toString(job)))
                .containsPattern("cluster +slurm job \\d+ on n[12]\n");
    }

    @Test
    void jobThatWaitsThereSaysWhyAndWhatSlurmCannotDoIsRefused() {
        nudge.run("group", "set", "far", "--option", "partition=main", "--option", "hold");
        long job = user.run("--", "true");

        await().untilAsserted(() ->
                assertThat(nudge.run("ps")).contains("submitted", "PENDING (JobHeldUser) in main"));
        nudge.run("kill", Long.toString(job));

        assertThat(nudge.value(job, "not_started")).isEqualTo("killed by the user");
        assertThat(nudge.output(job)).isEmpty();
        assertThat(nudge.fail("run", "--group", "far", "--pty", "--", "true"))
                .contains("srun --pty");
        assertThat(nudge.fail("group", "set", "far", "--max-load", "2"))
                .contains("about this machine");
        assertThat(nudge.fail("run", "--group", "far", "--array", "5000", "--", "true"))
                .contains("Invalid job array specification");
        nudge.run("group", "set", "far", "--option", "partition=nosuch");
        assertThat(nudge.fail("run", "--group", "far", "--", "true"))
                .contains("Invalid partition name specified");
    }

    @Test
    void killEndsARunningJobBySigtermOrSigkillAsACancellationBySomebodyElseDoes() {
        long polite = user.runUntilUp("--", "echo up; sleep 300");
        long stubborn = user.runUntilUp("--", "trap '' TERM; echo up; while :; do sleep 1; done");
        long other = user.runUntilUp("--", "echo up; sleep 300");

        nudge.run("kill", Long.toString(polite));
        nudge.run("kill", "--grace", "1", Long.toString(stubborn));
        cluster.run("scancel", user.slurmId(other));

        assertThat(nudge.value(polite, "signal")).isEqualTo("SIGTERM");
        assertThat(nudge.value(stubborn, "signal")).isEqualTo("SIGKILL");
        assertThat(nudge.value(stubborn, "stop_reason")).isEqualTo("killed by the user");
        JsonNode cancelled = nudge.awaitEnd(other);
        assertThat(cancelled.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(cancelled.path("stop_reason").stringValue(""))
                .isEqualTo("Slurm: it was cancelled");
    }

    @Test
    void nodeThatDiesIsReported() {
        nudge.run("group", "set", "far", "--option", "partition=other");
        long job = user.runUntilUp("--", "echo up; sleep 300");
        cluster.killNode("n2");
        try {
            JsonNode ended = nudge.awaitEnd(job);
            assertThat(ended.path("lost").stringValue(""))
                    .isEqualTo("its node failed (Slurm's job %s)".formatted(user.slurmId(job)));
        } finally {
            cluster.startNode("n2");
        }
    }

    /// What Slurm has said of the run before would be taken for the reason of this one.
    @Test
    void restartBeginsWithoutWhatSlurmSaidOfTheRunBefore() throws IOException {
        Path once = nudge.folder("once").resolve("over");
        long job = user.run("--", "[ ! -e %1$s ] || kill -KILL $$; touch %1$s".formatted(once));
        nudge.awaitEnd(job);
        Files.writeString(
                nudge.job(job).resolve("slurm.log"),
                "slurmstepd: error: Exceeded job memory limit at some point.\n");

        nudge.run("restart", "--in-place", Long.toString(job));

        JsonNode ended = nudge.awaitEnd(job);
        assertThat(ended.path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(ended.path("stop_reason").isNull()).as(ended::toString).isTrue();
    }

    /// Writes a line for each signal that it gets, and ends by none.
    private static final String COUNT =
            "$| = 1; $n = shift; for my $s (qw(TERM USR1)) { $SIG{$s} = sub { print \"$n $s\\n\" } }"
                    + " print \"$n up\\n\"; sleep 1 while 1;";

    /// Those in the process group of the job, to which Slurm sends signals.
    private static final List<String> NAMES = List.of("child", "grandchild", "leader");

    private List<String> heard(long job, String signal) {
        return nudge.output(job)
                .lines()
                .filter(line -> line.endsWith(" " + signal))
                .map(line -> line.replace(" " + signal, ""))
                .toList();
    }

    @Test
    void eachProcessGetsASignalOnceAndIsAskedToEndOnceAlsoByTheNextDaemon() throws IOException {
        Path count = Files.writeString(nudge.folder("count").resolve("count.pl"), COUNT);
        long job =
                user.run(
                        "--",
                        "perl %1$s child & setsid perl %1$s session & (perl %1$s grandchild; :) & exec perl %1$s leader"
                                .formatted(count));
        nudge.awaitOutput(job, "session up");
        NAMES.forEach(name -> nudge.awaitOutput(job, name + " up"));
        nudge.awaitState(job, "running");
        nudge.run("kill", "-s", "USR1", Long.toString(job));
        NAMES.forEach(name -> nudge.awaitOutput(job, name + " USR1"));
        assertThat(heard(job, "USR1")).containsExactlyInAnyOrderElementsOf(NAMES);

        Process _ = nudge.start("kill", "--grace", "10", Long.toString(job));
        NAMES.forEach(name -> nudge.awaitOutput(job, name + " TERM"));
        nudge.killDaemon();
        nudge.startDaemon();

        assertThat(nudge.valueAtEnd(job, "signal")).isEqualTo("SIGKILL");
        assertThat(heard(job, "TERM")).containsExactlyInAnyOrderElementsOf(NAMES);
    }

    @Test
    void jobThatUsesUpItsMemoryIsReportedOnceWithThatReason() throws IOException {
        cluster.requireControlGroups();
        long job = user.run("--memory", "60M", "--", "head -c 300m /dev/zero | tail");

        JsonNode end = nudge.awaitEnd(job);
        String slurm = cluster.run("scontrol", "show", "job", user.slurmId(job));
        assertThat(end.path("stop_reason").stringValue(""))
                .as("%s, %s, %s", end, slurm, nudge.output(job))
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
        long job = user.runUntilUp("--", "echo up; " + diary.waiting());

        preempt();

        await().until(() -> nudge.output(job).lines().filter("up"::equals).count() == 2);
        diary.open();
        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isZero();
        user.assertNotifiedOnce(job);
    }

    /// Starts an array, and returns the number of its first job.
    private static long run(String... words) {
        return Long.parseLong(nudge.run(SlurmUser.command(words)).strip().split("-", -1)[0]);
    }

    private String noting() {
        return diary.noting(
                "$NUDGE_JOB:$NUDGE_ARRAY_TASK:$SLURM_ARRAY_TASK_ID:${NUDGE_JOB_DIR##*/}");
    }

    private static String note(long job, long index) {
        return "%d:%d:%d:%1$d".formatted(job, index, index);
    }

    private static Stream<JsonNode> records(long first) {
        JsonNode all = JsonMapper.shared().readTree(nudge.run("ps", "--all", "--json"));
        return all.valueStream().filter(job -> job.path("job").longValue() >= first);
    }

    private static List<String> slurmIds(long first) {
        return records(first)
                .map(job -> job.at("/cluster/id").stringValue(""))
                .filter(id -> !id.isEmpty())
                .toList();
    }

    /// The numbers of the arrays, or jobs, that this user has submitted, without these.
    private static List<String> submissions(List<String> before) {
        return cluster.run("squeue", "-h", "-r", "-t", "all", "-o", "%F %j")
                .lines()
                .filter(line -> line.endsWith("@" + nudge.state()))
                .map(line -> line.replaceFirst(" .*", ""))
                .filter(number -> !before.contains(number))
                .distinct()
                .toList();
    }

    private static void awaitEnds(long first, int jobs) {
        String _ = nudge.said("wait", "%d-%d".formatted(first, first + jobs - 1));
    }

    @Test
    void tasksAreOneArrayOfWhichEachRunsOnceThoughTheDaemonIsKilled() {
        List<String> before = submissions(List.of());
        String command = diary.waiting() + "; " + noting() + "; sleep 0.3";
        long first = run("--array", "101-120", "--", command);
        nudge.run("kill", "@last");
        diary.open();
        diary.awaitLines(1);
        nudge.killDaemon();
        nudge.startDaemon();
        awaitEnds(first, 20);

        assertThat(submissions(before)).hasSize(1);
        String array = slurmIds(first).getFirst().replaceFirst("_.*", "");
        // The one that was killed has its own, too, if Slurm had it by then.
        assertThat(slurmIds(first))
                .startsWith(
                        IntStream.rangeClosed(101, 119)
                                .mapToObj(i -> array + "_" + i)
                                .toArray(String[]::new))
                .isSubsetOf(
                        IntStream.rangeClosed(101, 120).mapToObj(i -> array + "_" + i).toList());
        assertThat(diary.lines())
                .as(() -> records(first).toList().toString())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 19).mapToObj(i -> note(first + i, 101 + i)).toList());
        assertThat(records(first).filter(job -> job.path("exit_code").intValue(-1) == 0))
                .hasSize(19);
        assertThat(nudge.value(first + 19, "not_started")).isEqualTo("killed by the user");
    }

    @Test
    void arrayThatADaemonCouldNotSubmitIsSubmittedOnceByTheNext() {
        List<String> before = submissions(List.of());
        long first = jobs() + 1;
        cluster.freezeController();
        try {
            Process waits = nudge.start("run", "--group", "far", "--array", "1-8", "--", noting());
            await().until(() ->
                    LongStream.range(first, first + 8)
                            .allMatch(job -> hasAssignedTicket(nudge.job(job))));
            nudge.killDaemon();
            waits.destroyForcibly();
        } finally {
            cluster.thawController();
        }
        nudge.startDaemon();
        awaitEnds(first, 8);

        assertThat(diary.lines())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 8).mapToObj(i -> note(first + i, i + 1)).toList());
        assertThat(slurmIds(first).stream().map(id -> id.replaceFirst("_.*", "")).distinct())
                .hasSize(1);
        assertThat(submissions(before)).hasSizeLessThanOrEqualTo(2);
    }

    private static boolean hasAssignedTicket(Path job) {
        try (Stream<Path> files = Files.list(job)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("ticket-"));
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void oneTaskIsKilledWhileItRunsAndTheOthersContinueAndOneThatFailsIsRetriedAsATask() {
        String command =
                noting()
                        + "; [ $NUDGE_ARRAY_TASK != 5 ] || sleep 300; "
                        + diary.waiting()
                        + "; [ $NUDGE_ARRAY_TASK = 3 ] || [ $(grep -c :4:4: %s) = 2 ]"
                                .formatted(diary);
        long first = run("--array", "3-5", "--retry", "1", "--", command);
        diary.awaitLines(3);
        nudge.awaitState(first + 2, "running");

        nudge.run("kill", "@last");

        assertThat(nudge.value(first + 2, "signal")).isEqualTo("SIGTERM");
        diary.open();
        assertThat(nudge.exitCode(first)).isZero();
        assertThat(nudge.exitCode(first + 1)).isZero();
        assertThat(diary.lines())
                .containsExactlyInAnyOrder(
                        note(first, 3), note(first + 1, 4), note(first + 1, 4), note(first + 2, 5));
    }

    @Test
    void slurmLimitsHowManyTasksRunAtOnceAndAJobAfterAnArrayWaitsThereForAllOfThem() {
        List<String> before = submissions(List.of());
        long first = run("--array", "1-4%1", "--", diary.waiting() + "; " + noting());
        long last = first + 4;
        run("--after", first + "-" + (last - 1), "--", diary.noting("last"));
        nudge.awaitState(last, "submitted");
        await().untilAsserted(
                        () -> assertThat(nudge.run("ps")).contains("PENDING (JobArrayTaskLimit)"));
        assertThat(submissions(before)).hasSize(2);
        diary.open();
        awaitEnds(first, 5);

        assertThat(diary.lines()).hasSize(5).last().isEqualTo("last");
        assertThat(slurmIds(first)).hasSize(5);
    }
}
