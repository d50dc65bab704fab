package dev.nudge.jobs;

import static dev.nudge.testkit.NudgeUser.attemptCodes;
import static dev.nudge.testkit.Patience.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetryIT {
    /// Notes a start of its job.
    private static final String NOTE = "echo start >>$NUDGE_JOB_DIR/starts; ";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    /// A command that fails until it has been started so many times.
    private static String failingUntil(int starts) {
        return NOTE
                + "n=$(wc -l <$NUDGE_JOB_DIR/starts); echo attempt $n; [ $n -ge %d ] || exit $n"
                        .formatted(starts);
    }

    private int starts(long job) {
        Path starts = user.job(job).resolve("starts");
        return Files.exists(starts) ? Unchecked.get(() -> Files.readAllLines(starts)).size() : 0;
    }

    private void awaitStarts(long job, int starts) {
        soon().until(() -> starts(job) >= starts);
    }

    @Test
    void failingCommandIsStartedAgainUntilItSucceedsOrHasUsedUpItsAttempts() {
        long third = user.runJob("--retry", "5", "--label", "third", "--", failingUntil(3));
        long never = user.runJob("--retry", "2", "--label", "never", "--", failingUntil(9));
        long killed = user.runJob("--retry", "5", "--", "kill -9 $$");
        // Its end is seen from several sides, while the next attempt begins.
        long often = user.runJob("--retry", "20", "--", NOTE + "exit 5");
        long slow =
                user.runJob(
                        "--retry", "1", "--timeout", "11s", "--", "sleep 6; " + failingUntil(2));
        user.run("run", "--wait", "--label", "before", "--", "true");
        String before = "--after=" + (slow + 1);
        long after = user.runJob(before, "--retry=1", "--retry-delay=10s", "--", NOTE + "exit 4");
        // It is not skipped because a job that was there when it was started for the first time is
        // not there any more.
        awaitStarts(after, 1);
        user.awaitState(after, "queued");
        user.run("clean", "before");
        assertThat(user.exitCode(after)).isEqualTo(4);
        assertThat(starts(after)).isEqualTo(2);

        assertThat(user.exitCode(third)).isZero();
        assertThat(starts(third)).isEqualTo(3);
        assertThat(attemptCodes(user.record(third))).containsExactly(1, 2);
        assertThat(user.run("logs", "third")).isEqualTo("attempt 1\nattempt 2\nattempt 3\n");
        assertThat(user.run("logs", "third", "--attempt", "2")).isEqualTo("attempt 2\n");
        assertThat(user.run("logs", "third", "--attempt", "3", "-n", "5")).isEqualTo("attempt 3\n");
        assertThat(user.misuse("logs", "third", "--attempt", "4"))
                .contains("--attempt is 4, but job %d has been started 3 times".formatted(third));
        assertThat(user.run("show", "third"))
                .containsPattern("retry +up to 5 times\n")
                .containsPattern("attempt 1 +exit code 1, .* 10B of output\n")
                .containsPattern("attempt 2 +exit code 2, .*\n");

        assertThat(user.exitCode(never)).isEqualTo(3);
        assertThat(starts(never)).isEqualTo(3);
        assertThat(user.run("show", "never"))
                .containsPattern("attempt 2 +exit code 2, .*10B of output\n")
                .containsPattern("attempt 3 +exit code 3, .*10B of output\n");
        await().until(() -> Files.notExists(user.job(never).resolve("launch.json")));
        JsonNode signaled = user.awaitEnd(killed);
        assertThat(signaled.path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(signaled.path("attempts")).isEmpty();
        assertThat(user.exitCode(often)).isEqualTo(5);
        assertThat(starts(often)).isEqualTo(21);
        assertThat(attemptCodes(user.record(often))).hasSize(20).containsOnly(5);
        assertThat(user.exitCode(slow)).as("the timeout counts for each attempt").isZero();
        assertThat(starts(slow)).isEqualTo(2);
    }

    @Test
    void oneThatIsEndedAtAnyMomentIsNotStartedAgain() {
        long first = user.runJob("--retry", "1", "--retry-delay", "1h", "--", NOTE + "exit 3");
        user.awaitState(first, "queued");
        assertThat(user.run("ps")).containsPattern("queued .*attempt 2 at \\d\\d");
        assertThat(user.run("show", "@last")).containsPattern("retry +once, after 3600 s\n");
        user.run("kill", "@last");
        assertThat(user.exitCode(first)).as("as the last attempt ended").isEqualTo(3);
        assertThat(user.value(first, "stop_reason")).isNotEmpty();

        // By a kill, or by a signal that it answers with an exit code: so does Ctrl+C of `--wait`.
        String patient = NOTE + "trap 'exit 3' TERM INT; while :; do sleep 0.5; done";
        long killed = endedOnce(patient, "kill", "@last");
        assertThat(user.value(killed, "stop_reason")).isEqualTo("killed by the user");
        long interrupted = endedOnce(patient, "kill", "--signal", "INT", "@last");
        assertThat(user.value(interrupted, "stop_reason")).isEqualTo("sent SIGINT");

        Map<Long, Integer> starts = new HashMap<>(Map.of(first, 1, killed, 1, interrupted, 1));
        for (int i = 0; i < 6; i++) {
            long job = user.runJob("--retry", "100", "--", NOTE + "exit 5");
            awaitStarts(job, i % 3 + 1);
            user.run("kill", "@last");
            assertThat(user.awaitEnd(job).path("attempts").size()).isLessThan(100);
            starts.put(job, starts(job));
        }
        assertThat(user.run("ps", "--state", "running")).contains("No such jobs");
        assertThat(user.run("ps", "--state", "queued")).contains("No such jobs");
        user.run("run", "--wait", "sleep 1");
        assertThat(starts).allSatisfy((job, count) -> assertThat(starts(job)).isEqualTo(count));
    }

    private long endedOnce(String command, String... end) {
        long job = user.runJob("--retry", "5", "--", command);
        awaitStarts(job, 1);
        user.run(end);
        assertThat(user.exitCode(job)).isEqualTo(3);
        return job;
    }

    @Test
    void eachAttemptIsMadeOnceWhicheverDaemonDiesAndAfterAReboot() throws IOException {
        Diary diary = new Diary(user);
        long one = user.runJob("--retry", "1", "--", NOTE + diary.waiting() + "; exit 4");
        String command = failingUntil(3) + "; true";
        long other = user.runJob("--retry", "9", "--retry-delay", "1s", "--", command);
        awaitStarts(one, 1);
        awaitStarts(other, 1);
        user.killDaemon();
        // The first fails while there is no daemon.
        diary.open();
        awaitStarts(other, 2);
        user.killDaemon();
        user.startDaemon();
        assertThat(user.exitCode(one)).isEqualTo(4);
        assertThat(starts(one)).isEqualTo(2);
        assertThat(user.exitCode(other)).isZero();
        assertThat(starts(other)).isEqualTo(3);
        assertThat(attemptCodes(user.record(other))).containsExactly(1, 2);

        String sleeping = failingUntil(2).replace("exit $n", "sleep 600");
        long again = user.runJob("--restart-after-reboot", "--label", "again", "--", sleeping);
        long lost = user.runJob("--", "sleep 601");
        awaitStarts(again, 1);
        user.reboot();

        assertThat(user.run("ps", "--all")).contains("lost");
        assertThat(user.exitCode(again)).isZero();
        assertThat(starts(again)).isEqualTo(2);
        assertThat(user.run("logs", "again")).contains("attempt 2");
        assertThat(user.run("show", "again"))
                .contains("after a reboot", "the machine was restarted");
        assertThat(user.valueAtEnd(lost, "lost")).isEqualTo("the machine was restarted");
    }
}
