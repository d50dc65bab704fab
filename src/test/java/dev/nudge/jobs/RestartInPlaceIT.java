package dev.nudge.jobs;

import static dev.nudge.testkit.NudgeUser.attemptCodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestartInPlaceIT {
    /// A command that notes each start, and exits with the number of starts.
    private static final String COUNTING =
            "echo start >>$NUDGE_JOB_DIR/starts; n=$(wc -l <$NUDGE_JOB_DIR/starts); echo run $n; exit $n";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private void restart(long job) {
        assertThat(user.run("restart", "--in-place", "" + job)).isEqualTo(job + "\n");
    }

    private JsonNode restarted(long job) {
        restart(job);
        return user.awaitEnd(job);
    }

    private long runToItsEnd(String... words) {
        long job = user.runJob(words);
        user.awaitEnd(job);
        return job;
    }

    @Test
    void jobRunsAgainUnderItsNumberAndKeepsItsFormerRuns() throws Exception {
        long job = runToItsEnd("--label", "count", "--timeout", "50s", "--", COUNTING);
        JsonNode second = restarted(job);
        assertThat(second.path("exit_code").intValue()).isEqualTo(2);
        assertThat(second.path("label").stringValue("")).isEqualTo("count");
        assertThat(second.path("timeout_seconds").intValue()).isEqualTo(50);
        assertThat(attemptCodes(second)).containsExactly(1);
        assertThat(attemptCodes(restarted(job))).containsExactly(1, 2);
        assertThat(user.output(job)).isEqualTo("run 1\nrun 2\nrun 3\n");
        assertThat(user.run("logs", "count", "--attempt", "1")).isEqualTo("run 1\n");
        assertThat(user.run("show", "count"))
                .containsPattern("attempt 1 +exit code 1, .* 6B of output; then restarted in place")
                .containsPattern("exit +3\n");
        assertThat(user.job(job).resolve("launch.json")).doesNotExist();

        // Runs that succeeded, were killed, or never started.
        long other = runToItsEnd("--label", "other", "--", "[ -e go ] && exec sleep 300; true");
        user.run("run", "--wait", "--", "touch go");
        restart(other);
        user.run("kill", "other");
        user.run("pause");
        restart(other);
        user.run("kill", "other");
        user.run("resume");
        user.run("run", "--wait", "rm go");
        JsonNode last = restarted(other);
        assertThat(last.path("exit_code").intValue(-1)).isZero();
        List<JsonNode> attempts = last.path("attempts").valueStream().toList();
        assertThat(attempts).hasSize(3);
        assertThat(attempts.get(0).path("exit_code").intValue(-1)).isZero();
        assertThat(attempts.get(1).path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(attempts.get(2).path("not_started").stringValue("")).contains("killed");
        assertThat(user.run("show", "other"))
                .containsPattern("attempt \\d +exit code 0")
                .containsPattern("attempt \\d +signal SIGTERM")
                .containsPattern("attempt \\d +not started: killed");

        // It keeps its input, and waits for its group.
        user.run("group", "add", "builds", "--parallel", "1");
        Process run = user.start("run", "--group", "builds", "--stdin", "--", "cat");
        try (var input = run.outputWriter()) {
            input.write("kept\n");
        }
        long fed = Long.parseLong(run.inputReader().readLine());
        user.awaitEnd(fed);
        user.runJob("--group", "builds", "--label", "sleeps", "--", "sleep 300");
        restart(fed);
        assertThat(user.value(fed, "waiting")).isEqualTo("group builds runs 1");
        user.run("kill", "sleeps");
        user.awaitEnd(fed);
        assertThat(user.output(fed)).isEqualTo("kept\nkept\n");

        // A wait that begins after the restart gets the new end.
        user.run("pause");
        restart(job);
        Process wait = user.start("wait", "count");
        user.run("resume");
        assertThat(wait.waitFor()).isEqualTo(4);
        assertThat(attemptCodes(user.record(job))).containsExactly(1, 2, 3);
    }

    /// One finds only when it is about to start the command that it cannot.
    @Test
    void jobThatCannotBeRestartedNowKeepsItsRecord() throws Exception {
        Path place = user.folder("place");
        long job = runToItsEnd("--cwd", place.toString(), "--", COUNTING);
        JsonNode before = user.record(job);
        Path log = user.job(job).resolve("output.log");
        Path aside = user.folder("aside").resolve("output.log");
        Files.delete(place);
        assertRefused(before, "does not exist");
        Files.createFile(place);
        assertRefused(before, "is not a directory");
        Files.delete(place);
        Files.createDirectory(place);
        Files.move(log, aside);
        Files.createDirectory(log);
        assertThat(user.fail("restart", "--in-place", "@last")).contains("was not started");
        Files.delete(log);
        Files.move(aside, log);
        assertThat(user.record(job)).isEqualTo(before);

        // The host of a start that has failed says so first, and records it then: late, on a full
        // disk.
        Files.delete(user.job(job).resolve("exit.json"));
        ProcessBuilder host = new ProcessBuilder("sleep", "300");
        host.environment().put("NUDGE_JOB_HOST", user.job(job).toString());
        Process atWork = host.start();
        try {
            assertRefused(before, "still being recorded", "Try again later");
        } finally {
            atWork.destroyForcibly().waitFor();
        }
        assertThat(attemptCodes(restarted(job))).containsExactly(1);
        assertThat(user.output(job)).isEqualTo("run 1\nrun 2\n");

        long sleeps = user.runJob("--", "sleep 300");
        assertThat(user.fail("restart", "--in-place", "@last"))
                .contains(
                        "Job %1$d has not ended. End it first: nudge kill %1$d".formatted(sleeps));
        assertThat(user.fail("restart", "--in-place", "999")).contains("No job 999");
        long onTerminal = runToItsEnd("--pty", "--", "true");
        assertThat(user.fail("restart", "--in-place", "@last"))
                .contains(
                        "Job %1$d has a terminal".formatted(onTerminal),
                        "nudge restart " + onTerminal);
    }

    private void assertRefused(JsonNode before, String... complaint) {
        assertThat(user.fail("restart", "--in-place", "@last")).contains(complaint);
        assertThat(user.record(before.path("job").longValue())).isEqualTo(before);
    }

    /// Each exit code is the number of the start: none is taken for that of another, and none is
    /// lost.
    @Test
    void eachRestartHappensOnceOrNotAtAllWheneverTheDaemonIsKilled() throws Exception {
        long job = runToItsEnd("--", COUNTING);
        int starts = 1;
        for (int round = 0; round < 5 || starts == 1; round++) {
            Process restart = user.start("restart", "--in-place", "" + job);
            boolean _ = restart.waitFor(60 + 60L * round, TimeUnit.MILLISECONDS);
            user.killDaemon();
            restart.waitFor();
            user.startDaemon();
            JsonNode end = user.awaitEnd(job);

            starts = Files.readAllLines(user.job(job).resolve("starts")).size();
            assertThat(end.path("exit_code").intValue(-1)).isEqualTo(starts);
            assertThat(attemptCodes(end)).isEqualTo(IntStream.range(1, starts).boxed().toList());
            await().until(() -> Files.notExists(user.job(job).resolve("launch.json")));
        }
    }
}
