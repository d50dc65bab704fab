package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmPrograms;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

/// A daemon that is killed at a bad moment, and programs of a real Slurm that are slow.
class SlurmCrashIT {
    private static final Duration PATIENCE = Patience.LONG;
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;
    private SlurmPrograms programs;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() throws IOException {
        programs = new SlurmPrograms(Files.createDirectory(folder.resolve("bin")));
        user = new SlurmUser(cluster, Map.of("PATH", programs.path()));
    }

    private long submissions(long job) {
        return cluster.run("squeue", "-h", "-t", "all", "-o", "%j")
                .lines()
                .filter(name -> name.matches("nudge-%d-.*@%s".formatted(job, user.nudge().state())))
                .count();
    }

    /// Starts a job, and kills the daemon once Slurm has it, before that is recorded.
    private void killBeforeTheRecord(String command) throws IOException {
        programs.holdAfter("sbatch");
        Process submit = user.nudge().start(SlurmUser.command("--", command));
        await().atMost(PATIENCE).until(() -> programs.hasRun("sbatch"));
        user.nudge().killDaemon();
        submit.destroyForcibly();
        programs.release("sbatch");
    }

    @Test
    void jobWhoseSubmissionWasNotRecordedRunsOnceAndIsReportedOnce() throws IOException {
        killBeforeTheRecord("echo run; sleep 2");

        assertThat(user.nudge().awaitEnd(1).path("exit_code").intValue(-1)).isZero();

        await().atMost(PATIENCE).until(() -> !user.ends().isEmpty());
        user.nudge().run("run", "--wait", "--", "true");
        assertThat(user.output(1)).isEqualTo("run\n");
        assertThat(submissions(1)).isEqualTo(1);
        assertThat(programs.calls("sbatch")).hasSize(1);
        await().atMost(PATIENCE).until(() -> user.ends().size() == 2);
        assertThat(user.ends()).filteredOn(end -> end.contains("echo run")).hasSize(1);
    }

    @Test
    void environmentOfASubmissionThatWasKilledIsRemoved() throws IOException {
        programs.holdBefore("sbatch");
        Process submit = user.nudge().start(SlurmUser.command("--", "echo run"));
        await().atMost(PATIENCE).until(() -> !programs.calls("sbatch").isEmpty());
        Path environment = user.nudge().job(1).resolve("environment");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(environment)))
                .isEqualTo("rw-------");
        user.nudge().killDaemon();
        submit.destroyForcibly();
        assertThat(environment).exists();

        user.nudge().startDaemon();

        await().atMost(PATIENCE).until(() -> Files.notExists(environment));
        programs.release("sbatch");
        assertThat(user.nudge().awaitEnd(1).path("exit_code").intValue(-1)).isZero();
        assertThat(user.output(1)).isEqualTo("run\n");
    }

    /// While Slurm does not answer, the daemon does, and jobs of this machine run.
    @Test
    void recoveryHoldsNothingUp() throws IOException {
        user.nudge().run("group", "add", "here", "--parallel", "1");
        user.nudge().run("group", "set", "far", "--option", "hold");
        killBeforeTheRecord("echo run");
        programs.holdBefore("squeue");
        try {
            assertThat(user.state(1)).isEqualTo("starting");
            long local =
                    Long.parseLong(
                            user.nudge().run("run", "--group", "here", "--", "true").strip());
            assertThat(user.nudge().awaitEnd(local).path("exit_code").intValue(-1)).isZero();
            assertThat(user.state(1)).isEqualTo("starting");
        } finally {
            programs.release("squeue");
        }

        user.awaitState(1, "submitted");
        cluster.run("scontrol", "release", user.slurmId(1));
        await().atMost(PATIENCE).until(() -> user.state(1).equals("ended"));
        assertThat(user.output(1)).isEqualTo("run\n");
    }

    @Test
    void slowCancelDoesNotHoldUpTheOtherPauses() throws Exception {
        long far = user.runUntilUp("--", "echo up; sleep 300");
        long here = Long.parseLong(user.nudge().run("run", "--", "sleep 300").strip());
        programs.holdBefore("scancel");
        Process slow = user.nudge().start("pause", "--running", Long.toString(far));
        await().atMost(PATIENCE).until(() -> !programs.calls("scancel").isEmpty());

        user.nudge().run("pause", "--running", Long.toString(here));

        assertThat(slow.isAlive()).isTrue();
        assertThat(user.state(here)).isEqualTo("paused");
        programs.release("scancel");
        slow.waitFor();
    }

    /// Has Slurm put a job back, and start it again.
    private void requeue(long job) {
        cluster.requeue(user.slurmId(job));
        user.awaitOutput(job, "Slurm has started the command again");
    }

    /// It has exited before Slurm says that it will run again.
    @Test
    void jobThatTidiesUpBeforeARequeueIsReportedOnceAfterItsLastRun() throws IOException {
        user.nudge().run("group", "set", "far", "--option", "requeue");
        Path go = folder.resolve("go");
        long job =
                user.runUntilUp(
                        "--",
                        "[ -e %s ] && echo again && exit; trap 'exit 0' TERM; echo up; sleep 300 & wait"
                                .formatted(go));
        Files.createFile(go);
        requeue(job);

        assertThat(user.nudge().awaitEnd(job).path("exit_code").intValue(-1)).isZero();
        assertThat(user.output(job)).startsWith("up\n").endsWith("again\n");
        user.nudge().run("run", "--wait", "--", "true");
        await().atMost(PATIENCE).until(() -> user.ends().size() >= 2);
        assertThat(user.ends()).filteredOn(end -> end.contains("echo again")).hasSize(1);
    }

    /// It has exited with 0 before, which was not its end.
    @Test
    void jobThatIsKilledWhileSlurmHasPutItBackWasKilled() throws IOException {
        user.nudge().run("group", "set", "far", "--option", "requeue");
        long job = user.runUntilUp("--", "trap 'exit 0' TERM; echo up; sleep 300 & wait");
        cluster.run("scontrol", "requeuehold", user.slurmId(job));
        user.awaitState(job, "submitted");

        user.nudge().run("kill", "--grace", "1", Long.toString(job));

        JsonNode end = user.nudge().awaitEnd(job);
        assertThat(end.path("exit_code").isNull()).as(end::toString).isTrue();
        assertThat(end.path("stop_reason").stringValue("")).contains("killed");
        assertThat(user.output(job)).isEqualTo("up\n");
    }

    @Test
    void slurmIsAskedLessOftenAgainAfterARequeue() throws IOException {
        user.nudge().run("group", "set", "far", "--option", "requeue");
        Path go = folder.resolve("go");
        long job =
                user.runUntilUp("--", "echo up; [ -e %s ] || sleep 300; sleep 120".formatted(go));
        Files.createFile(go);
        requeue(job);

        await().atMost(PATIENCE)
                .until(() -> programs.lastGap("squeue").compareTo(Duration.ofSeconds(4)) > 0);
        user.nudge().run("kill", "--grace", "1", Long.toString(job));
    }

    @Test
    void jobThatIsSkippedLeavesNothingThatCouldStartIt() throws IOException {
        Path gate = folder.resolve("gate");
        long first =
                user.runUntilUp(
                        "--",
                        "echo up; until [ -e %s ]; do sleep 0.1; done; exit 1".formatted(gate));
        long second = user.run("--after", Long.toString(first), "--", "true");
        user.awaitState(second, "submitted");
        Files.createFile(gate);

        assertThat(user.nudge().awaitEnd(second).path("skipped").stringValue(""))
                .isEqualTo("job %d failed".formatted(first));

        for (long job : new long[] {first, second}) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(rights(job)).isEmpty());
        }
    }

    /// Its submission is not known to have failed, and its ticket cannot be taken back.
    @Test
    void jobThatSlurmMayHaveIsNotGivenUpWhenItsTicketCannotBeTakenBack() throws IOException {
        user.nudge().run("group", "set", "far", "--option", "hold");
        programs.holdAfter("sbatch");
        Process submit = user.nudge().start(SlurmUser.command("--", "echo run"));
        await().atMost(PATIENCE).until(() -> programs.hasRun("sbatch"));
        Path obstacle = Files.createDirectories(user.nudge().job(1).resolve("revoked/obstacle"));
        await().atMost(PATIENCE).until(() -> !submit.isAlive());
        assertThat(user.state(1)).isEqualTo("starting");

        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
        programs.release("sbatch");
        // The queue looks again by itself, but not soon.
        user.nudge().run("run", "--wait", "--", "true");
        user.awaitState(1, "submitted");
        cluster.run("scontrol", "release", user.slurmId(1));

        assertThat(user.nudge().awaitEnd(1).path("exit_code").intValue(-1)).isZero();
        assertThat(user.output(1)).isEqualTo("run\n");
        assertThat(programs.calls("sbatch")).hasSize(1);
    }

    @Test
    void jobThatCouldNotBeHandedOverLeavesNoTicket() throws IOException {
        user.nudge().run("pause", "far");
        long job = user.run("--", "true");
        Files.createDirectories(user.nudge().job(job).resolve("command/obstacle"));

        user.nudge().run("resume", "far");

        assertThat(user.nudge().awaitEnd(job).path("not_started").stringValue("")).isNotEmpty();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(rights(job)).isEmpty());
    }

    /// Returns the files of a job by which something could start its command.
    private List<String> rights(long job) throws IOException {
        try (Stream<Path> files = Files.list(user.nudge().job(job))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("(ticket|claimed|revoked|settled).*"))
                    .toList();
        }
    }

    /// Somebody puts it back by hand, before nudge starts it again.
    @Test
    void attemptThatHasFailedIsNotStartedAgainBySlurmToo() throws IOException {
        user.nudge().run("group", "set", "far", "--option", "requeue");
        Path gate = folder.resolve("gate");
        long job =
                user.runUntilUp(
                        "--retry",
                        "1",
                        "--retry-delay",
                        "10m",
                        "--",
                        "echo up; until [ -e %s ]; do sleep 0.1; done; exit 3".formatted(gate));
        String id = user.slurmId(job);
        Files.createFile(gate);
        user.awaitState(job, "queued");

        cluster.requeue(id);

        await().atMost(PATIENCE)
                .until(() -> cluster.run("scontrol", "show", "job", id).contains("Restarts=1"));
        await().atMost(PATIENCE)
                .until(() ->
                        cluster.run("squeue", "-h", "-t", "all", "-j", id, "-o", "%T")
                                .strip()
                                .equals("FAILED"));
        assertThat(user.output(job)).isEqualTo("up\n");
        assertThat(user.state(job)).isEqualTo("queued");
        user.nudge().run("kill", Long.toString(job));
        assertThat(user.nudge().record(job).path("exit_code").intValue(-1)).isEqualTo(3);
    }
}
