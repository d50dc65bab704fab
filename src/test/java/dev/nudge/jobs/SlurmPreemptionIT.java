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
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Jobs in a real Slurm that have to make room for a more urgent one.
class SlurmPreemptionIT {
    private static final Duration PATIENCE = Patience.LONG;
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;
    private Path ends;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.startWithPreemption();
    }

    @BeforeEach
    void addGroup() {
        ends = folder.resolve("ends");
        user = new SlurmUser(cluster, Map.of("NUDGE_NOTIFY_COMMAND", "{ cat; echo; } >>" + ends));
        set("--option=nodelist=n1", "--option=exclusive");
    }

    private void set(String... options) {
        user.nudge()
                .run(
                        Stream.concat(Stream.of("group", "set", "far"), Stream.of(options))
                                .toArray(String[]::new));
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

    private void assertReportedOnce(long job) throws IOException {
        user.nudge().run("run", "--wait", "--", "true # last");
        await().atMost(PATIENCE).until(() -> ends().stream().anyMatch(e -> e.contains("# last")));
        assertThat(ends()).filteredOn(end -> end.contains("\"job\":" + job + ",")).hasSize(1);
    }

    private List<String> ends() throws IOException {
        return Files.exists(ends)
                ? Files.readAllLines(ends).stream().filter(line -> !line.isBlank()).toList()
                : List.of();
    }

    @Test
    void jobThatIsPreemptedIsReportedOnceWithThatReason() throws IOException {
        long job = user.runUntilUp("--", "echo up; sleep 300");

        preempt();

        JsonNode end = user.nudge().awaitEnd(job, PATIENCE);
        assertThat(end.path("signal").stringValue("")).as(end::toString).startsWith("SIG");
        assertThat(end.path("stop_reason").stringValue(""))
                .as(end::toString)
                .isEqualTo("Slurm: it was preempted by another job");
        assertThat(cluster.run("scontrol", "show", "job", user.slurmId(job)))
                .contains("JobState=PREEMPTED");
        assertReportedOnce(job);
    }

    @Test
    void jobThatMayBeRequeuedContinuesAsTheSameJob() throws IOException {
        set("--option=nodelist=n1", "--option=exclusive", "--option=requeue");
        Path gate = folder.resolve("gate");
        long job =
                user.runUntilUp(
                        "--", "echo up; while [ ! -e %s ]; do sleep 0.1; done".formatted(gate));

        preempt();

        await().atMost(PATIENCE)
                .until(() -> user.output(job).lines().filter("up"::equals).count() == 2);
        Files.createFile(gate);
        JsonNode end = user.nudge().awaitEnd(job, PATIENCE);
        assertThat(end.path("exit_code").intValue(-1)).as(end::toString).isZero();
        assertReportedOnce(job);
    }
}
