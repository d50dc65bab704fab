package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs of a group that runs them in a real Slurm, in a real daemon.
class SlurmJobIT extends InSlurm {
    /// Slurm needs 20 s until it has noticed that a node fails, and is asked every 30 s at the
    /// least.
    private static final Duration NODE_FAILURE = Duration.ofMinutes(2);

    @Test
    void commandRunsOnANodeAndItsExitIsRecordedByWhateverDaemon() {
        long job = user.run("--", "echo on $SLURMD_NODENAME; exit 3");
        assertThat(nudge.exitCode(job)).isEqualTo(3);
        long left = user.run("--", "echo up; sleep 3; exit 4");
        user.awaitOutput(left, "up");
        nudge.killDaemon();

        assertThat(nudge.exitCode(left)).isEqualTo(4);
        assertThat(user.output(left)).isEqualTo("up\n");
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
        assertThat(user.output(job)).isEmpty();
        assertThat(nudge.fail("run", "--group", "far", "--pty", "--", "true"))
                .contains("srun --pty");
        assertThat(nudge.fail("group", "set", "far", "--max-load", "2"))
                .contains("about this machine");
        assertThat(nudge.misuse("group", "set", "far", "--option", "job-name=x"))
                .contains("nudge itself decides about --job-name");
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
            JsonNode ended = nudge.awaitEnd(job, NODE_FAILURE);
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
        return user.output(job)
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
        user.awaitOutput(job, "session up");
        NAMES.forEach(name -> user.awaitOutput(job, name + " up"));
        user.awaitState(job, "running");
        nudge.run("kill", "-s", "USR1", Long.toString(job));
        NAMES.forEach(name -> user.awaitOutput(job, name + " USR1"));
        assertThat(heard(job, "USR1")).containsExactlyInAnyOrderElementsOf(NAMES);

        Process _ = nudge.start("kill", "--grace", "10", Long.toString(job));
        NAMES.forEach(name -> user.awaitOutput(job, name + " TERM"));
        nudge.killDaemon();
        nudge.startDaemon();

        assertThat(nudge.awaitEnd(job).path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(heard(job, "TERM")).containsExactlyInAnyOrderElementsOf(NAMES);
    }
}
