package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RestartInPlaceIT {
    private static final Duration PATIENCE = Patience.LONG;

    /// A command that notes each start, and exits with the number of starts.
    private static final String COUNTING =
            "echo start >>$NUDGE_JOB_DIR/starts; n=$(wc -l <$NUDGE_JOB_DIR/starts); echo run $n; exit $n";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private JsonNode restarted(long job) {
        assertThat(user.run("restart", "--in-place", Long.toString(job))).isEqualTo(job + "\n");
        return user.awaitEnd(job);
    }

    private static List<Integer> codes(JsonNode job) {
        return job.path("attempts")
                .valueStream()
                .map(attempt -> attempt.path("exit_code").intValue(-1))
                .toList();
    }

    @Test
    void jobRunsAgainUnderItsNumberAndKeepsItsFormerRuns() throws IOException {
        user.runJob("--label", "count", "--timeout", "50s", "--", COUNTING);
        assertThat(user.exitCode(1)).isEqualTo(1);
        JsonNode second = restarted(1);
        assertThat(second.path("exit_code").intValue()).isEqualTo(2);
        assertThat(second.path("label").stringValue("")).isEqualTo("count");
        assertThat(second.path("timeout_seconds").intValue()).isEqualTo(50);
        assertThat(codes(second)).containsExactly(1);
        assertThat(codes(restarted(1))).containsExactly(1, 2);
        assertThat(user.run("logs", "1")).isEqualTo("run 1\nrun 2\nrun 3\n");
        assertThat(user.run("logs", "1", "--attempt", "2")).isEqualTo("run 2\n");
        assertThat(user.run("show", "1"))
                .containsPattern("attempt 1 +exit code 1, .* 6B of output; then restarted in place")
                .containsPattern("exit +3\n");
        assertThat(user.job(1).resolve("launch.json")).doesNotExist();

        // Runs that succeeded, were killed, or never started.
        user.run("run", "--wait", "--", "[ -e go ] && exec sleep 300; true");
        user.run("run", "--wait", "--", "touch go");
        user.run("restart", "--in-place", "2");
        user.run("kill", "2");
        user.awaitEnd(2);
        user.run("pause");
        user.run("restart", "--in-place", "2");
        user.run("kill", "2");
        user.run("resume");
        user.run("run", "--wait", "rm go");
        JsonNode last = restarted(2);
        assertThat(last.path("exit_code").intValue(-1)).isZero();
        List<JsonNode> attempts = last.path("attempts").valueStream().toList();
        assertThat(attempts).hasSize(3);
        assertThat(attempts.get(0).path("exit_code").intValue(-1)).isZero();
        assertThat(attempts.get(1).path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(attempts.get(2).path("not_started").stringValue("")).contains("killed");
        assertThat(user.run("show", "2"))
                .containsPattern("attempt \\d +exit code 0")
                .containsPattern("attempt \\d +signal SIGTERM")
                .containsPattern("attempt \\d +not started: killed");

        // It keeps its input, and waits for its group.
        user.run("group", "add", "builds", "--parallel", "1");
        Process fed = user.start("run", "--group", "builds", "--stdin", "--", "cat");
        try (var input = fed.outputWriter()) {
            input.write("kept\n");
        }
        await().until(() -> !fed.isAlive());
        user.awaitEnd(5);
        user.runJob("--group", "builds", "--", "sleep 300");
        user.run("restart", "--in-place", "5");
        assertThat(user.value(5, "waiting")).isEqualTo("group builds runs 1");
        user.run("kill", "6");
        user.awaitEnd(5);
        assertThat(user.run("logs", "5")).isEqualTo("kept\nkept\n");

        // A wait that begins after the restart gets the new end.
        user.run("pause");
        user.run("restart", "--in-place", "1");
        Process wait = user.start("wait", "1");
        user.run("resume");
        assertThat(wait.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
                .returns(4, Process::exitValue);
        assertThat(codes(user.record(1))).containsExactly(1, 2, 3);
    }

    /// One finds only when it is about to start the command that it cannot.
    @Test
    void jobThatCannotBeRestartedNowKeepsItsRecord() throws Exception {
        Path place = user.folder("place");
        Path log = user.job(1).resolve("output.log");
        Path aside = user.folder("aside").resolve("output.log");
        user.runJob("--cwd", place.toString(), "--", COUNTING);
        JsonNode before = user.awaitEnd(1);
        Files.delete(place);
        assertRefused(before, "does not exist");
        Files.createFile(place);
        assertRefused(before, "is not a directory");
        Files.delete(place);
        Files.createDirectory(place);
        Files.move(log, aside);
        Files.createDirectory(log);
        assertThat(user.fail("restart", "--in-place", "1")).contains("was not started");
        Files.delete(log);
        Files.move(aside, log);
        assertThat(user.record(1)).isEqualTo(before);

        // The host of a start that has failed says so first, and records it then: late, on a full
        // disk.
        Files.delete(user.job(1).resolve("exit.json"));
        ProcessBuilder host = new ProcessBuilder("sleep", "300");
        host.environment().put("NUDGE_JOB_HOST", user.job(1).toString());
        Process atWork = host.start();
        try {
            assertRefused(before, "still being recorded", "Try again later");
        } finally {
            atWork.destroyForcibly().waitFor();
        }
        assertThat(codes(restarted(1))).containsExactly(1);
        assertThat(user.run("logs", "1")).isEqualTo("run 1\nrun 2\n");

        user.runJob("--", "sleep 300");
        assertThat(user.fail("restart", "--in-place", "2"))
                .contains("Job 2 has not ended. End it first: nudge kill 2");
        assertThat(user.fail("restart", "--in-place", "9")).contains("No job 9");
        user.runJob("--pty", "--", "true");
        user.awaitEnd(3);
        assertThat(user.fail("restart", "--in-place", "3"))
                .contains("Job 3 has a terminal", "nudge restart 3");
    }

    private void assertRefused(JsonNode before, String... complaint) {
        assertThat(user.fail("restart", "--in-place", "1")).contains(complaint);
        assertThat(user.record(1)).isEqualTo(before);
    }

    /// Each exit code is the number of the start: none is taken for that of another, and none is
    /// lost.
    @Test
    void eachRestartHappensOnceOrNotAtAllWheneverTheDaemonIsKilled() throws Exception {
        user.runJob("--", COUNTING);
        user.awaitEnd(1);
        int starts = 1;
        for (int round = 0; round < 8 || starts == 1; round++) {
            Process restart = user.start("restart", "--in-place", "1");
            boolean _ = restart.waitFor(60 + 40L * round, TimeUnit.MILLISECONDS);
            user.killDaemon();
            restart.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
            user.startDaemon();
            JsonNode end = user.awaitEnd(1);

            starts = Files.readAllLines(user.job(1).resolve("starts")).size();
            assertThat(end.path("exit_code").intValue(-1)).isEqualTo(starts);
            assertThat(codes(end)).isEqualTo(IntStream.range(1, starts).boxed().toList());
            await().until(() -> Files.notExists(user.job(1).resolve("launch.json")));
        }
    }
}
