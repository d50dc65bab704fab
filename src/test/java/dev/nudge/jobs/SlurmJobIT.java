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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs of a group that runs them in a real Slurm, in a real daemon.
class SlurmJobIT {
    private static final Duration PATIENCE = Patience.LONG;

    /// Slurm needs 20 s until it has noticed that a node fails, and is asked every 30 s at the
    /// least.
    private static final Duration NODE_FAILURE = Duration.ofMinutes(2);

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

    @Test
    void commandRunsOnANodeAndItsExitIsRecorded() {
        long job = user.run("--", "echo on $SLURMD_NODENAME; exit 3");

        JsonNode ended = user.nudge().awaitEnd(job);

        assertThat(ended.path("exit_code").intValue(-1)).isEqualTo(3);
        assertThat(user.nudge().run("logs", Long.toString(job))).matches("on n[12]\n");
        assertThat(user.nudge().run("show", Long.toString(job)))
                .containsPattern("cluster +slurm job \\d+ on n[12]\n");
    }

    @Test
    void jobThatWaitsThereSaysWhy() throws IOException {
        user.nudge().run("group", "set", "far", "--option", "partition=main", "--option", "hold");
        long job = user.run("--", "true");

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(user.nudge().run("ps"))
                                .contains("submitted")
                                .contains("PENDING (JobHeldUser) in main"));
        user.nudge().run("kill", Long.toString(job));

        assertThat(user.nudge().record(job).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
        assertThat(user.output(job)).isEmpty();
    }

    @Test
    void killEndsARunningJobBySigtermAndIfItDoesNotHeedThatBySigkill() {
        long polite = user.run("--", "echo up; sleep 300");
        long stubborn = user.run("--", "trap '' TERM; echo up; while :; do sleep 1; done");
        user.awaitOutput(polite, "up");
        user.awaitOutput(stubborn, "up");
        user.awaitState(polite, "running");
        user.awaitState(stubborn, "running");

        user.nudge().run("kill", Long.toString(polite));
        user.nudge().run("kill", "--grace", "1", Long.toString(stubborn));

        assertThat(user.nudge().record(polite).path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(user.nudge().record(stubborn).path("signal").stringValue(""))
                .isEqualTo("SIGKILL");
        assertThat(user.nudge().record(stubborn).path("stop_reason").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void jobThatSomebodyElseCancelsSaysSo() {
        long job = user.run("--", "echo up; sleep 300");
        user.awaitOutput(job, "up");

        cluster.run("scancel", user.slurmId(job));

        JsonNode ended = user.nudge().awaitEnd(job);
        assertThat(ended.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ended.path("stop_reason").stringValue("")).isEqualTo("Slurm: it was cancelled");
    }

    @Test
    void dependenciesAreLeftToSlurmAndAFailureSkips() throws IOException {
        Path gate = user.nudge().folder("gate").resolve("open");
        long first = user.run("--", "until [ -e %s ]; do sleep 0.1; done; exit 1".formatted(gate));
        long second = user.run("--after", Long.toString(first), "--", "true");
        long last = user.run("--after-any", Long.toString(first), "--", "echo after");

        user.awaitState(second, "submitted");
        assertThat(user.slurmId(last)).isNotEmpty();
        Files.createFile(gate);

        JsonNode skipped = user.nudge().awaitEnd(second);
        assertThat(skipped.path("skipped").stringValue(""))
                .isEqualTo("job %d failed".formatted(first));
        assertThat(user.nudge().awaitEnd(last).path("exit_code").intValue(-1)).isZero();
    }

    @Test
    void controllerThatIsDownIsWaitedFor() throws IOException {
        Path gate = user.nudge().folder("gate").resolve("open");
        long runs =
                user.run(
                        "--",
                        "echo up; until [ -e %s ]; do sleep 0.1; done; echo done".formatted(gate));
        user.awaitOutput(runs, "up");
        user.awaitState(runs, "running");
        long waits = runs + 1;
        cluster.stopController();
        try {
            assertThat(user.run("--", "echo later")).isEqualTo(waits);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(user.nudge().run("show", Long.toString(waits)))
                                    .contains("Unable to contact slurm controller"));
            Files.createFile(gate);
            user.awaitOutput(runs, "done");
        } finally {
            cluster.startController();
        }

        assertThat(user.nudge().awaitEnd(runs).path("exit_code").intValue(-1)).isZero();
        assertThat(user.nudge().awaitEnd(waits).path("exit_code").intValue(-1)).isZero();
        assertThat(user.output(waits)).isEqualTo("later\n");
    }

    @Test
    void jobSurvivesItsDaemon() throws IOException {
        long job = user.run("--", "echo up; sleep 3; exit 4");
        user.awaitOutput(job, "up");
        user.nudge().killDaemon();

        assertThat(user.nudge().awaitEnd(job).path("exit_code").intValue(-1)).isEqualTo(4);
        assertThat(user.output(job)).isEqualTo("up\n");
    }

    @Test
    void nodeThatDiesIsReported() {
        user.nudge().run("group", "set", "far", "--option", "partition=other");
        long job = user.run("--", "echo up; sleep 300");
        user.awaitOutput(job, "up");
        user.awaitState(job, "running");
        cluster.killNode("n2");
        try {
            JsonNode ended = user.nudge().awaitEnd(job, NODE_FAILURE);
            assertThat(ended.path("lost").stringValue(""))
                    .isEqualTo("its node failed (Slurm's job %s)".formatted(user.slurmId(job)));
        } finally {
            cluster.startNode("n2");
        }
    }

    @Test
    void whatSlurmCannotDoIsRefused() {
        assertThat(user.nudge().fail("run", "--group", "far", "--pty", "--", "true"))
                .contains("srun --pty");
        assertThat(user.nudge().fail("group", "set", "far", "--max-load", "2"))
                .contains("about this machine");
        assertThat(user.nudge().misuse("group", "set", "far", "--option", "job-name=x"))
                .contains("nudge itself decides about --job-name");
        user.nudge().run("group", "set", "far", "--option", "partition=nosuch");
        assertThat(user.nudge().fail("run", "--group", "far", "--", "true"))
                .contains("Invalid partition name specified");
    }

    /// What Slurm has said of the run before would be taken for the reason of this one.
    @Test
    void restartBeginsWithoutWhatSlurmSaidOfTheRunBefore() throws IOException {
        Path once = user.nudge().folder("once").resolve("over");
        long job = user.run("--", "[ ! -e %1$s ] || kill -KILL $$; touch %1$s".formatted(once));
        user.nudge().awaitEnd(job);
        Files.writeString(
                user.nudge().job(job).resolve("slurm.log"),
                "slurmstepd: error: Exceeded job memory limit at some point.\n");

        user.nudge().run("restart", "--in-place", Long.toString(job));

        JsonNode ended = user.nudge().awaitEnd(job, PATIENCE);
        assertThat(ended.path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(ended.path("stop_reason").isNull()).as(ended::toString).isTrue();
    }

    /// Writes a line for each signal that it gets, and ends by none.
    private static final String COUNT =
            "$| = 1; $n = shift; for my $s (qw(TERM CONT)) { $SIG{$s} = sub { print \"$n $s\\n\" } }"
                    + " print \"$n up\\n\"; sleep 1 while 1;";

    private long runCounted() throws IOException {
        Path count = Files.writeString(user.nudge().folder("count").resolve("count.pl"), COUNT);
        long job =
                user.run(
                        "--",
                        "perl %1$s child & setsid perl %1$s session & (perl %1$s grandchild; :) & exec perl %1$s leader"
                                .formatted(count));
        user.awaitOutput(job, "session up");
        NAMES.forEach(name -> user.awaitOutput(job, name + " up"));
        user.awaitState(job, "running");
        return job;
    }

    /// Those in the process group of the job, to which Slurm sends signals.
    private static final List<String> NAMES = List.of("child", "grandchild", "leader");

    private List<String> termsOf(long job) throws IOException {
        return user.output(job)
                .lines()
                .filter(line -> line.endsWith(" TERM"))
                .map(line -> line.replace(" TERM", ""))
                .toList();
    }

    @Test
    void killAsksEachProcessOnce() throws IOException {
        long job = runCounted();

        user.nudge().run("kill", "--grace", "3", Long.toString(job));

        assertThat(termsOf(job)).containsExactlyInAnyOrderElementsOf(NAMES);
    }

    @Test
    void signalIsSentOnceToEachProcess() throws IOException {
        long job = runCounted();

        user.nudge().run("kill", "-s", "TERM", Long.toString(job));

        NAMES.forEach(name -> user.awaitOutput(job, name + " TERM"));
        assertThat(termsOf(job)).containsExactlyInAnyOrderElementsOf(NAMES);
        user.nudge().run("kill", "--grace", "0", Long.toString(job));
    }

    @Test
    void nextDaemonAsksNobodyAgain() throws IOException {
        long job = runCounted();
        Process _ = user.nudge().start("kill", "--grace", "10", Long.toString(job));
        NAMES.forEach(name -> user.awaitOutput(job, name + " TERM"));

        user.nudge().killDaemon();
        user.nudge().startDaemon();

        assertThat(user.nudge().awaitEnd(job).path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(termsOf(job)).containsExactlyInAnyOrderElementsOf(NAMES);
    }
}
