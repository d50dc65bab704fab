package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A daemon that is killed at a bad moment, and programs of a real Slurm that are slow.
class SlurmCrashIT extends InSlurm {
    /// Starts a job, and kills the daemon once Slurm has it, before that is recorded.
    private static long killBeforeTheRecord(String command) throws IOException {
        programs.holdAfter("sbatch");
        Process submit = nudge.start(SlurmUser.command("--", command));
        await().until(() -> programs.hasRun("sbatch"));
        nudge.killDaemon();
        submit.destroyForcibly();
        programs.release("sbatch");
        return jobs();
    }

    private static int submissions() throws IOException {
        return programs.calls("sbatch").size();
    }

    @Test
    void jobWhoseSubmissionWasNotRecordedRunsOnceAndIsReportedOnce() throws IOException {
        int before = submissions();
        long job = killBeforeTheRecord("echo run; sleep 2");

        assertThat(nudge.exitCode(job)).isZero();

        user.assertNotifiedOnce(job);
        assertThat(nudge.output(job)).isEqualTo("run\n");
        assertThat(cluster.run("squeue", "-h", "-t", "all", "-o", "%j").lines())
                .filteredOn(n -> n.matches("nudge-%d-.*@%s".formatted(job, nudge.state())))
                .hasSize(1);
        assertThat(submissions()).isEqualTo(before + 1);
    }

    @Test
    void environmentOfASubmissionThatWasKilledIsRemoved() throws IOException {
        long job = jobs() + 1;
        int before = submissions();
        programs.holdBefore("sbatch");
        Process submit = nudge.start(SlurmUser.command("--", "echo run"));
        await().until(() -> submissions() > before);
        Path environment = nudge.job(job).resolve("environment");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(environment)))
                .isEqualTo("rw-------");
        nudge.killDaemon();
        submit.destroyForcibly();
        assertThat(environment).exists();

        nudge.startDaemon();

        await().until(() -> Files.notExists(environment));
        programs.release("sbatch");
        assertThat(nudge.exitCode(job)).isZero();
        assertThat(nudge.output(job)).isEqualTo("run\n");
    }

    /// While Slurm does not answer, the daemon does, and jobs of this machine run.
    @Test
    void recoveryHoldsNothingUp() throws IOException {
        nudge.run("group", "add", "here", "--parallel", "1");
        nudge.run("group", "set", "far", "--option", "hold");
        long job = killBeforeTheRecord("echo run");
        programs.holdBefore("squeue");
        try {
            assertThat(nudge.value(job, "state")).isEqualTo("starting");
            long local = nudge.runJob("--group", "here", "--", "true");
            assertThat(nudge.exitCode(local)).isZero();
            assertThat(nudge.value(job, "state")).isEqualTo("starting");
        } finally {
            programs.release("squeue");
        }

        nudge.awaitState(job, "submitted");
        cluster.run("scontrol", "release", user.slurmId(job));
        nudge.awaitEnd(job);
        assertThat(nudge.output(job)).isEqualTo("run\n");
    }

    @Test
    void slowCancelDoesNotHoldUpTheOtherPauses() throws Exception {
        long far = user.runUntilUp("--", "echo up; sleep 300");
        long here = nudge.runJob("--", "sleep 300");
        int before = programs.calls("scancel").size();
        programs.holdBefore("scancel");
        Process slow = nudge.start("pause", "--running", Long.toString(far));
        await().until(() -> programs.calls("scancel").size() > before);

        nudge.run("pause", "--running", Long.toString(here));

        assertThat(slow.isAlive()).isTrue();
        assertThat(nudge.value(here, "state")).isEqualTo("paused");
        programs.release("scancel");
        slow.waitFor();
    }

    /// It has exited before Slurm says that it will run again.
    @Test
    void jobThatTidiesUpBeforeARequeueIsReportedOnceAndSlurmIsAskedLessOftenAgain()
            throws IOException {
        nudge.run("group", "set", "far", "--option", "requeue");
        Diary diary = new Diary(nudge);
        Path go = folder.resolve("go");
        long job =
                user.runUntilUp(
                        "--",
                        "[ -e %s ] && { %s; echo again; exit; }; trap 'exit 0' TERM; echo up; sleep 300 & wait"
                                .formatted(go, diary.waiting()));
        Files.createFile(go);
        cluster.requeue(user.slurmId(job));
        nudge.awaitOutput(job, "Slurm has started the command again");
        int asked = programs.calls("squeue").size();
        await().until(() ->
                programs.calls("squeue").size() > asked + 1
                        && programs.lastGap("squeue").compareTo(Duration.ofSeconds(4)) > 0);
        diary.open();

        assertThat(nudge.exitCode(job)).isZero();
        assertThat(nudge.output(job)).startsWith("up\n").endsWith("again\n");
        user.assertNotifiedOnce(job);
    }

    /// It has exited with 0 before, which was not its end.
    @Test
    void jobThatIsKilledWhileSlurmHasPutItBackWasKilled() {
        nudge.run("group", "set", "far", "--option", "requeue");
        long job = user.runUntilUp("--", "trap 'exit 0' TERM; echo up; sleep 300 & wait");
        cluster.run("scontrol", "requeuehold", user.slurmId(job));
        nudge.awaitState(job, "submitted");

        nudge.run("kill", "--grace", "1", Long.toString(job));

        JsonNode end = nudge.awaitEnd(job);
        assertThat(end.path("exit_code").isNull()).as(end::toString).isTrue();
        assertThat(end.path("stop_reason").stringValue("")).contains("killed");
        assertThat(nudge.output(job)).isEqualTo("up\n");
    }

    @Test
    void dependenciesAreLeftToSlurmAndAJobThatIsNotStartedLeavesNothingThatCouldStartIt()
            throws IOException {
        Diary diary = new Diary(nudge);
        long first = user.runUntilUp("--", "echo up; " + diary.waiting() + "; exit 1");
        long second = user.run("--after", Long.toString(first), "--", "true");
        long last = user.run("--after-any", Long.toString(first), "--", "echo after");
        nudge.awaitState(second, "submitted");
        assertThat(user.slurmId(last)).isNotEmpty();
        diary.open();

        assertThat(nudge.exitCode(last)).isZero();
        assertThat(nudge.valueAtEnd(second, "skipped")).isEqualTo("job %d failed".formatted(first));

        nudge.run("pause", "far");
        long third = user.run("--", "true");
        Files.createDirectories(nudge.job(third).resolve("command/obstacle"));
        nudge.run("resume", "far");

        assertThat(nudge.valueAtEnd(third, "not_started")).isNotEmpty();
        for (long job : new long[] {first, second, third}) {
            await().untilAsserted(() -> assertThat(rights(job)).isEmpty());
        }
    }

    /// Its submission is not known to have failed, and its ticket cannot be taken back.
    @Test
    void jobThatSlurmMayHaveIsNotGivenUpWhenItsTicketCannotBeTakenBack() throws IOException {
        nudge.run("group", "set", "far", "--option", "hold");
        long job = jobs() + 1;
        int before = submissions();
        Path obstacle = nudge.job(job).resolve("revoked/obstacle");
        programs.runFirst("sbatch", "mkdir -p " + obstacle);
        programs.holdAfter("sbatch");
        Process submit = nudge.start(SlurmUser.command("--", "echo run"));
        await().until(() -> !submit.isAlive());
        assertThat(programs.hasRun("sbatch")).isTrue();
        assertThat(nudge.value(job, "state")).isEqualTo("starting");

        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
        programs.release("sbatch");
        // The queue looks again by itself, but not soon.
        nudge.run("run", "--wait", "--", "true");
        nudge.awaitState(job, "submitted");
        cluster.run("scontrol", "release", user.slurmId(job));

        assertThat(nudge.exitCode(job)).isZero();
        assertThat(nudge.output(job)).isEqualTo("run\n");
        assertThat(submissions()).isEqualTo(before + 1);
    }

    /// Returns the files of a job by which something could start its command.
    private List<String> rights(long job) throws IOException {
        try (Stream<Path> files = Files.list(nudge.job(job))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("(ticket|claimed|revoked|settled).*"))
                    .toList();
        }
    }

    /// Somebody puts it back by hand, before nudge starts it again.
    @Test
    void attemptThatHasFailedIsNotStartedAgainBySlurmToo() {
        nudge.run("group", "set", "far", "--option", "requeue");
        Diary diary = new Diary(nudge);
        long job =
                user.runUntilUp(
                        "--retry",
                        "1",
                        "--retry-delay",
                        "10m",
                        "--",
                        "echo up; " + diary.waiting() + "; exit 3");
        String id = user.slurmId(job);
        diary.open();
        nudge.awaitState(job, "queued");

        cluster.requeue(id);

        await().until(() -> cluster.run("scontrol", "show", "job", id).contains("Restarts=1"));
        await().until(() ->
                cluster.run("squeue", "-h", "-t", "all", "-j", id, "-o", "%T")
                        .strip()
                        .equals("FAILED"));
        assertThat(nudge.output(job)).isEqualTo("up\n");
        assertThat(nudge.value(job, "state")).isEqualTo("queued");
        nudge.run("kill", Long.toString(job));
        assertThat(nudge.record(job).path("exit_code").intValue(-1)).isEqualTo(3);
    }
}
