package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
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

    private String run(String... words) {
        return nudge.run(SlurmUser.command(words)).strip();
    }

    private String noting() {
        return diary.noting(
                "$NUDGE_JOB:$NUDGE_ARRAY_TASK:$SLURM_ARRAY_TASK_ID:${NUDGE_JOB_DIR##*/}");
    }

    private static String note(int job, int index) {
        return "%d:%d:%d:%1$d".formatted(job, index, index);
    }

    private JsonNode records() {
        return JsonMapper.shared().readTree(nudge.run("ps", "--all", "--json"));
    }

    private List<String> slurmIds() {
        return records()
                .valueStream()
                .map(job -> job.at("/cluster/id").stringValue(""))
                .filter(id -> !id.isEmpty())
                .toList();
    }

    /// The numbers of the arrays, or jobs, that this user has submitted.
    private List<String> submissions() {
        return cluster.run("squeue", "-h", "-r", "-t", "all", "-o", "%F %j")
                .lines()
                .filter(line -> line.endsWith("@" + nudge.state()))
                .map(line -> line.replaceFirst(" .*", ""))
                .distinct()
                .toList();
    }

    private void awaitEnds(int jobs) {
        await().pollInterval(Duration.ofMillis(500))
                .until(() ->
                        records()
                                        .valueStream()
                                        .filter(job ->
                                                job.path("state").stringValue("").equals("ended"))
                                        .count()
                                == jobs);
    }

    private int exit(int job) {
        return nudge.record(job).path("exit_code").intValue(-1);
    }

    @Test
    void fiftyTasksAreOneArrayOfWhichEachRunsOnceThoughTheDaemonIsKilled() {
        assertThat(
                        run(
                                "--array",
                                "101-150",
                                "--",
                                diary.waiting() + "; " + noting() + "; sleep 0.3"))
                .isEqualTo("1-50");
        nudge.run("kill", "50");
        diary.open();
        diary.awaitLines(1);
        nudge.killDaemon();
        nudge.startDaemon();
        awaitEnds(50);

        assertThat(submissions()).hasSize(1);
        String array = submissions().getFirst();
        // The one that was killed has its own, too, if Slurm had it by then.
        assertThat(slurmIds())
                .startsWith(
                        IntStream.rangeClosed(101, 149)
                                .mapToObj(i -> array + "_" + i)
                                .toArray(String[]::new))
                .isSubsetOf(
                        IntStream.rangeClosed(101, 150).mapToObj(i -> array + "_" + i).toList());
        assertThat(diary.lines())
                .as(() -> records().toString())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 49)
                                .mapToObj(job -> note(job, job + 100))
                                .toList());
        assertThat(records().valueStream().filter(job -> job.path("exit_code").isInt()))
                .as(() -> records().toString())
                .hasSize(49)
                .allMatch(job -> job.path("exit_code").intValue() == 0);
        assertThat(nudge.value(50, "not_started")).isEqualTo("killed by the user");
    }

    @Test
    void arrayThatADaemonCouldNotSubmitIsSubmittedOnceByTheNext() {
        cluster.freezeController();
        try {
            Process waits = nudge.start("run", "--group", "far", "--array", "1-20", "--", noting());
            await().until(() ->
                    IntStream.rangeClosed(1, 20)
                            .allMatch(job -> hasAssignedTicket(nudge.job(job))));
            nudge.killDaemon();
            waits.destroyForcibly();
        } finally {
            cluster.thawController();
        }
        nudge.startDaemon();
        awaitEnds(20);

        assertThat(diary.lines())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 20).mapToObj(job -> note(job, job)).toList());
        assertThat(slurmIds().stream().map(id -> id.replaceFirst("_.*", "")).distinct()).hasSize(1);
        assertThat(submissions()).hasSizeLessThanOrEqualTo(2);
    }

    private static boolean hasAssignedTicket(Path job) {
        try (Stream<Path> files = Files.list(job)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("ticket-"));
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void oneTaskIsKilledWhileItRunsAndTheOthersContinue() {
        run("--array", "1-2", "--", noting() + "; " + diary.waiting());
        diary.awaitLines(2);
        user.awaitState(2, "running");

        nudge.run("kill", "2");

        assertThat(nudge.value(2, "signal")).isEqualTo("SIGTERM");
        diary.open();
        awaitEnds(2);
        assertThat(exit(1)).isZero();
    }

    @Test
    void slurmLimitsHowManyTasksRunAtOnce() {
        run("--array", "1-6%1", "--", "sleep 300");

        await().untilAsserted(
                        () -> assertThat(nudge.run("ps")).contains("PENDING (JobArrayTaskLimit)"));
        assertThat(submissions()).hasSize(1);

        nudge.run("kill", "1-6");
        awaitEnds(6);
        assertThat(slurmIds()).hasSize(6);
    }

    @Test
    void jobAfterAnArrayIsLeftToSlurmAndWaitsForAllTasks() {
        run("--array", "1-6", "--", diary.waiting() + "; " + noting());
        run("--after", "1-6", "--", diary.noting("last"));
        user.awaitState(7, "submitted");
        diary.open();
        awaitEnds(7);

        assertThat(diary.lines()).hasSize(7).last().isEqualTo("last");
    }

    @Test
    void taskThatFailsIsRetriedAsATask() {
        run(
                "--array",
                "3-4",
                "--retry",
                "1",
                "--",
                noting()
                        + "; [ $NUDGE_ARRAY_TASK = 3 ] || [ $(grep -c 2:4 %s) = 2 ]"
                                .formatted(diary));
        awaitEnds(2);

        assertThat(diary.lines()).containsExactlyInAnyOrder(note(1, 3), note(2, 4), note(2, 4));
        assertThat(exit(2)).isZero();
    }
}
