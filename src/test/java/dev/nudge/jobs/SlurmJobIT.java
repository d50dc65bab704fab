package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SlurmCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs of a group that runs them in a real Slurm, in a real daemon.
class SlurmJobIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Slurm needs 20 s until it has noticed that a node fails, and is asked every 30 s at the
    /// least.
    private static final Duration NODE_FAILURE = Duration.ofMinutes(2);

    private static SlurmCluster cluster;

    @AutoClose private NudgeUser user;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void addGroup() {
        user = NudgeUser.with(Map.of("SLURM_CONF", cluster.conf().toString()));
        user.run("group", "add", "far", "--engine", "slurm", "--option", "partition=main");
    }

    private long run(String... words) {
        return Long.parseLong(
                user.run(
                                Stream.concat(Stream.of("run", "--group", "far"), Stream.of(words))
                                        .toArray(String[]::new))
                        .strip());
    }

    private String state(long job) {
        return user.record(job).path("state").stringValue("");
    }

    private void awaitState(long job, String state) {
        await().atMost(PATIENCE).until(() -> state(job).equals(state));
    }

    private String slurmId(long job) {
        return user.record(job).path("cluster").path("id").stringValue("");
    }

    private void awaitOutput(long job, String text) {
        await().atMost(PATIENCE).until(() -> output(job).contains(text));
    }

    private String output(long job) throws IOException {
        Path log = user.job(job).resolve("output.log");
        return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
    }

    @Test
    void commandRunsOnANodeAndItsExitIsRecorded() {
        long job = run("--", "echo on $SLURMD_NODENAME; exit 3");

        JsonNode ended = user.awaitEnd(job);

        assertThat(ended.path("exit_code").intValue(-1)).isEqualTo(3);
        assertThat(user.run("logs", Long.toString(job))).matches("on n[12]\n");
        assertThat(user.run("show", Long.toString(job)))
                .containsPattern("cluster +slurm job \\d+ on n[12]\n");
    }

    @Test
    void jobThatWaitsThereSaysWhy() throws IOException {
        user.run("group", "set", "far", "--option", "partition=main", "--option", "hold");
        long job = run("--", "true");

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(user.run("ps"))
                                .contains("submitted")
                                .contains("PENDING (JobHeldUser) in main"));
        user.run("kill", Long.toString(job));

        assertThat(user.record(job).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
        assertThat(output(job)).isEmpty();
    }

    @Test
    void killEndsARunningJobBySigtermAndIfItDoesNotHeedThatBySigkill() {
        long polite = run("--", "echo up; sleep 300");
        long stubborn = run("--", "trap '' TERM; echo up; while :; do sleep 1; done");
        awaitOutput(polite, "up");
        awaitOutput(stubborn, "up");
        awaitState(polite, "running");
        awaitState(stubborn, "running");

        user.run("kill", Long.toString(polite));
        user.run("kill", "--grace", "1", Long.toString(stubborn));

        assertThat(user.record(polite).path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(user.record(stubborn).path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(user.record(stubborn).path("stop_reason").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void jobThatSomebodyElseCancelsSaysSo() {
        long job = run("--", "echo up; sleep 300");
        awaitOutput(job, "up");

        cluster.run("scancel", slurmId(job));

        JsonNode ended = user.awaitEnd(job);
        assertThat(ended.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ended.path("stop_reason").stringValue("")).isEqualTo("Slurm: it was cancelled");
    }

    @Test
    void dependenciesAreLeftToSlurmAndAFailureSkips() {
        long first = run("--", "echo up; sleep 3; exit 1");
        long second = run("--after", Long.toString(first), "--", "true");
        long last = run("--after-any", Long.toString(first), "--", "echo after");

        awaitState(second, "submitted");
        assertThat(slurmId(last)).isNotEmpty();

        JsonNode skipped = user.awaitEnd(second);
        assertThat(skipped.path("skipped").stringValue(""))
                .isEqualTo("job %d failed".formatted(first));
        assertThat(user.awaitEnd(last).path("exit_code").intValue(-1)).isZero();
    }

    @Test
    void controllerThatIsDownIsWaitedFor() throws IOException {
        long runs = run("--", "echo up; sleep 6; echo done");
        awaitOutput(runs, "up");
        awaitState(runs, "running");
        long waits = runs + 1;
        cluster.stopController();
        try {
            assertThat(run("--", "echo later")).isEqualTo(waits);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(user.run("show", Long.toString(waits)))
                                    .contains("Unable to contact slurm controller"));
            awaitOutput(runs, "done");
        } finally {
            cluster.startController();
        }

        assertThat(user.awaitEnd(runs).path("exit_code").intValue(-1)).isZero();
        assertThat(user.awaitEnd(waits).path("exit_code").intValue(-1)).isZero();
        assertThat(output(waits)).isEqualTo("later\n");
    }

    @Test
    void jobSurvivesItsDaemon() throws IOException {
        long job = run("--", "echo up; sleep 3; exit 4");
        awaitOutput(job, "up");
        user.killDaemon();

        assertThat(user.awaitEnd(job).path("exit_code").intValue(-1)).isEqualTo(4);
        assertThat(output(job)).isEqualTo("up\n");
    }

    @Test
    void nodeThatDiesIsReported() {
        user.run("group", "set", "far", "--option", "partition=other");
        long job = run("--", "echo up; sleep 300");
        awaitOutput(job, "up");
        awaitState(job, "running");
        cluster.killNode("n2");
        try {
            JsonNode ended = user.awaitEnd(job, NODE_FAILURE);
            assertThat(ended.path("lost").stringValue(""))
                    .isEqualTo("its node failed (Slurm's job %s)".formatted(slurmId(job)));
        } finally {
            cluster.startNode("n2");
        }
    }

    @Test
    void whatSlurmCannotDoIsRefused() {
        assertThat(user.fail("run", "--group", "far", "--pty", "--", "true"))
                .contains("srun --pty");
        assertThat(user.fail("group", "set", "far", "--max-load", "2"))
                .contains("about this machine");
        assertThat(user.misuse("group", "set", "far", "--option", "job-name=x"))
                .contains("nudge itself decides about --job-name");
        user.run("group", "set", "far", "--option", "partition=nosuch");
        assertThat(user.fail("run", "--group", "far", "--", "true"))
                .contains("Invalid partition name specified");
    }
}
