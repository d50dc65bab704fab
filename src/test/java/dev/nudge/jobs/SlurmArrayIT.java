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

class SlurmArrayIT extends InSlurm {
    private Diary diary;

    @BeforeEach
    void openDiary() {
        diary = new Diary(nudge);
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
        LongStream.range(first, first + jobs).forEach(nudge::awaitEnd);
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
        user.awaitState(first + 2, "running");

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
        user.awaitState(last, "submitted");
        await().untilAsserted(
                        () -> assertThat(nudge.run("ps")).contains("PENDING (JobArrayTaskLimit)"));
        assertThat(submissions(before)).hasSize(2);
        diary.open();
        awaitEnds(first, 5);

        assertThat(diary.lines()).hasSize(5).last().isEqualTo("last");
        assertThat(slurmIds(first)).hasSize(5);
    }
}
