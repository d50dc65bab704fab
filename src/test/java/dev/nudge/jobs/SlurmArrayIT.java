package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Arrays of jobs in a real Slurm, in a real daemon.
class SlurmArrayIT {
    private static final Duration PATIENCE = Patience.LONG;
    @AutoClose private static SlurmCluster cluster;

    @AutoClose private SlurmUser user;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() {
        user = new SlurmUser(cluster, Map.of());
    }

    private String run(String... words) {
        return user.nudge().run(SlurmUser.command(words)).strip();
    }

    private Path diary() {
        return user.nudge().folder("diary").resolve("log");
    }

    private List<String> noted() throws IOException {
        return Files.exists(diary()) ? Files.readAllLines(diary()) : List.of();
    }

    private String noting() {
        return "echo $NUDGE_JOB:$NUDGE_ARRAY_TASK:$SLURM_ARRAY_TASK_ID:${NUDGE_JOB_DIR##*/} >>"
                + diary();
    }

    private static String note(int job, int index) {
        return "%d:%d:%d:%1$d".formatted(job, index, index);
    }

    private JsonNode records() {
        return JsonMapper.shared().readTree(user.nudge().run("ps", "--all", "--json"));
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
                .filter(line -> line.endsWith("@" + user.nudge().state()))
                .map(line -> line.replaceFirst(" .*", ""))
                .distinct()
                .toList();
    }

    private void awaitEnds(int jobs) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        records()
                                        .valueStream()
                                        .filter(job ->
                                                job.path("state").stringValue("").equals("ended"))
                                        .count()
                                == jobs);
    }

    private int exit(int job) {
        return user.nudge().record(job).path("exit_code").intValue(-1);
    }

    @Test
    void fiftyTasksAreOneArrayOfWhichEachRunsOnceThoughTheDaemonIsKilled() throws IOException {
        String waiting = "until [ -e %s ]; do sleep 0.1; done; ".formatted(gate());
        assertThat(run("--array", "101-150", "--", waiting + noting() + "; sleep 0.3"))
                .isEqualTo("1-50");
        user.nudge().run("kill", "50");
        Files.createFile(gate());
        await().atMost(PATIENCE).until(() -> !noted().isEmpty());
        user.nudge().killDaemon();
        user.nudge().startDaemon();
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
        assertThat(noted())
                .as(() -> records().toString())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 49)
                                .mapToObj(job -> note(job, job + 100))
                                .toList());
        assertThat(records().valueStream().filter(job -> job.path("exit_code").isInt()))
                .as(() -> records().toString())
                .hasSize(49)
                .allMatch(job -> job.path("exit_code").intValue() == 0);
        assertThat(user.nudge().record(50).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void arrayThatADaemonCouldNotSubmitIsSubmittedOnceByTheNext() throws IOException {
        cluster.freezeController();
        try {
            Process waits =
                    user.nudge().start("run", "--group", "far", "--array", "1-20", "--", noting());
            await().atMost(PATIENCE)
                    .until(() ->
                            IntStream.rangeClosed(1, 20)
                                    .allMatch(job -> hasAssignedTicket(user.nudge().job(job))));
            user.nudge().killDaemon();
            waits.destroyForcibly();
        } finally {
            cluster.thawController();
        }
        user.nudge().startDaemon();
        awaitEnds(20);

        assertThat(noted())
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
    void oneTaskIsKilledWhileItRunsAndTheOthersContinue() throws IOException {
        run(
                "--array",
                "1-2",
                "--",
                noting() + "; while [ ! -e %s ]; do sleep 0.1; done".formatted(gate()));
        await().atMost(PATIENCE).until(() -> noted().size() == 2);
        user.awaitState(2, "running");

        user.nudge().run("kill", "2");

        assertThat(user.nudge().record(2).path("signal").stringValue("")).isEqualTo("SIGTERM");
        Files.createFile(gate());
        awaitEnds(2);
        assertThat(exit(1)).isZero();
    }

    private Path gate() {
        return user.nudge().folder("gate").resolve("open");
    }

    @Test
    void slurmLimitsHowManyTasksRunAtOnce() {
        run("--array", "1-6%1", "--", "sleep 300");

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(user.nudge().run("ps")).contains("PENDING (JobArrayTaskLimit)"));
        assertThat(submissions()).hasSize(1);

        user.nudge().run("kill", "1-6");
        awaitEnds(6);
        assertThat(slurmIds()).hasSize(6);
    }

    @Test
    void jobAfterAnArrayIsLeftToSlurmAndWaitsForAllTasks() throws IOException {
        run(
                "--array",
                "1-6",
                "--",
                "until [ -e %s ]; do sleep 0.1; done; ".formatted(gate()) + noting());
        run("--after", "1-6", "--", "echo last >>" + diary());
        await().atMost(PATIENCE)
                .until(() ->
                        user.nudge().record(7).path("state").stringValue("").equals("submitted"));
        Files.createFile(gate());
        awaitEnds(7);

        assertThat(noted()).hasSize(7).last().isEqualTo("last");
    }

    @Test
    void taskThatFailsIsRetriedAsATask() throws IOException {
        run(
                "--array",
                "3-4",
                "--retry",
                "1",
                "--",
                noting()
                        + "; [ $NUDGE_ARRAY_TASK = 3 ] || [ $(grep -c 2:4 %s) = 2 ]"
                                .formatted(diary()));
        awaitEnds(2);

        assertThat(noted()).containsExactlyInAnyOrder(note(1, 3), note(2, 4), note(2, 4));
        assertThat(exit(2)).isZero();
    }

    @Test
    void indexThatSlurmDoesNotAllowIsRefusedWithItsReason() {
        assertThat(user.nudge().fail("run", "--group", "far", "--array", "5000", "--", "true"))
                .contains("Invalid job array specification");
    }
}
