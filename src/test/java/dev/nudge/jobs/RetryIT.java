package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

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
        await().until(() -> starts(job) >= starts);
    }

    private List<Integer> earlierCodes(long job) {
        return user.record(job)
                .path("attempts")
                .valueStream()
                .map(attempt -> attempt.path("exit_code").intValue())
                .toList();
    }

    @Test
    void failingCommandIsStartedAgainUntilItSucceedsOrHasUsedUpItsAttempts() {
        user.runJob("--retry", "5", "--", failingUntil(3));
        user.runJob("--retry", "2", "--", failingUntil(9));
        user.runJob("--retry", "5", "--", "kill -9 $$");
        // Its end is seen from several sides, while the next attempt begins.
        user.runJob("--retry", "60", "--", NOTE + "exit 5");
        user.runJob("--retry", "1", "--timeout", "11s", "--", "sleep 6; " + failingUntil(2));
        user.run("run", "--wait", "true");
        user.runJob("--after=6", "--retry=1", "--retry-delay=10s", "--", NOTE + "exit 4");
        // It is not skipped because a job that was there when it was started for the first time is
        // not there any more.
        awaitStarts(7, 1);
        user.awaitState(7, "queued");
        user.run("clean", "6");
        assertThat(user.exitCode(7)).isEqualTo(4);
        assertThat(starts(7)).isEqualTo(2);

        assertThat(user.exitCode(1)).isZero();
        assertThat(starts(1)).isEqualTo(3);
        assertThat(earlierCodes(1)).containsExactly(1, 2);
        assertThat(user.run("logs", "1")).isEqualTo("attempt 1\nattempt 2\nattempt 3\n");
        assertThat(user.run("logs", "1", "--attempt", "1")).isEqualTo("attempt 1\n");
        assertThat(user.run("logs", "1", "--attempt", "2")).isEqualTo("attempt 2\n");
        assertThat(user.run("logs", "1", "--attempt", "3", "-n", "5")).isEqualTo("attempt 3\n");
        assertThat(user.misuse("logs", "1", "--attempt", "4"))
                .contains("--attempt is 4, but job 1 has been started 3 times");
        assertThat(user.run("show", "1"))
                .containsPattern("retry +up to 5 times\n")
                .containsPattern("attempt 1 +exit code 1, .* 10B of output\n")
                .containsPattern("attempt 2 +exit code 2, .*\n");

        assertThat(user.exitCode(2)).isEqualTo(3);
        assertThat(starts(2)).isEqualTo(3);
        assertThat(user.run("show", "2"))
                .containsPattern("attempt 2 +exit code 2, .*10B of output\n")
                .containsPattern("attempt 3 +exit code 3, .*10B of output\n");
        await().until(() -> Files.notExists(user.job(2).resolve("launch.json")));
        JsonNode signaled = user.awaitEnd(3);
        assertThat(signaled.path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(signaled.path("attempts")).isEmpty();
        assertThat(user.exitCode(4)).isEqualTo(5);
        assertThat(starts(4)).isEqualTo(61);
        assertThat(earlierCodes(4)).hasSize(60).containsOnly(5);
        assertThat(user.exitCode(5)).as("the timeout counts for each attempt").isZero();
        assertThat(starts(5)).isEqualTo(2);
        assertThat(user.misuse("run", "--retry", "-1", "--", "true"))
                .contains("--retry is -1; expected 0 to 100");
        assertThat(user.misuse("run", "--retry-delay", "5", "--", "true"))
                .contains("--retry-delay needs --retry");
        assertThat(user.misuse("logs", "-f", "--attempt", "1", "1")).contains("leave --follow out");
    }

    @Test
    void oneThatIsEndedAtAnyMomentIsNotStartedAgain() {
        user.runJob("--retry", "1", "--retry-delay", "1h", "--", NOTE + "exit 3");
        user.awaitState(1, "queued");
        assertThat(user.run("ps")).containsPattern("queued .*attempt 2 at \\d\\d");
        assertThat(user.run("show", "1")).containsPattern("retry +once, after 3600 s\n");
        user.run("kill", "1");
        assertThat(user.exitCode(1)).as("as the last attempt ended").isEqualTo(3);
        assertThat(user.value(1, "stop_reason")).isNotEmpty();

        // By a kill, or by a signal that it answers with an exit code: so does Ctrl+C of `--wait`.
        String patient = NOTE + "trap 'exit 3' TERM INT; while :; do sleep 0.05; done";
        user.runJob("--retry", "5", "--", patient);
        user.runJob("--retry", "5", "--", patient);
        awaitStarts(2, 1);
        awaitStarts(3, 1);
        user.run("kill", "2");
        user.run("kill", "--signal", "INT", "3");
        assertThat(user.exitCode(2)).isEqualTo(3);
        assertThat(user.exitCode(3)).isEqualTo(3);
        assertThat(user.value(2, "stop_reason")).isEqualTo("killed by the user");
        assertThat(user.value(3, "stop_reason")).isEqualTo("sent SIGINT");

        for (int job = 4; job < 14; job++) {
            user.runJob("--retry", "100", "--", NOTE + "exit 5");
            awaitStarts(job, job % 3 + 1);
            user.run("kill", Integer.toString(job));
            assertThat(user.awaitEnd(job).path("attempts").size()).isLessThan(100);
            assertThat(user.run("ps", "--state", "running")).contains("No such jobs");
            assertThat(user.run("ps", "--state", "queued")).contains("No such jobs");
        }
        List<Integer> before = LongStream.range(1, 14).mapToObj(this::starts).toList();
        assertThat(before.subList(0, 3)).containsOnly(1);
        user.run("run", "--wait", "sleep 1");
        assertThat(LongStream.range(1, 14).mapToObj(this::starts))
                .containsExactlyElementsOf(before);
    }

    @Test
    void eachAttemptIsMadeOnceWhicheverDaemonDiesAndAfterAReboot() throws IOException {
        Diary diary = new Diary(user);
        user.runJob("--retry", "1", "--", NOTE + diary.waiting() + "; exit 4");
        user.runJob("--retry", "9", "--retry-delay", "1s", "--", failingUntil(4) + "; true");
        awaitStarts(1, 1);
        awaitStarts(2, 1);
        user.killDaemon();
        // The first fails while there is no daemon.
        diary.open();
        for (int attempt = 2; attempt < 4; attempt++) {
            awaitStarts(2, attempt);
            user.killDaemon();
            user.startDaemon();
        }
        assertThat(user.exitCode(1)).isEqualTo(4);
        assertThat(starts(1)).isEqualTo(2);
        assertThat(user.exitCode(2)).isZero();
        assertThat(starts(2)).isEqualTo(4);
        assertThat(earlierCodes(2)).containsExactly(1, 2, 3);

        String command = failingUntil(2).replace("exit $n", "sleep 600");
        user.runJob("--restart-after-reboot", "--", command);
        user.runJob("--", "sleep 601");
        awaitStarts(3, 1);
        user.reboot();

        assertThat(user.run("ps", "--all")).contains("lost");
        assertThat(user.exitCode(3)).isZero();
        assertThat(starts(3)).isEqualTo(2);
        assertThat(user.run("logs", "3")).contains("attempt 2");
        assertThat(user.run("show", "3")).contains("after a reboot", "the machine was restarted");
        assertThat(user.awaitEnd(4).path("lost").stringValue(""))
                .isEqualTo("the machine was restarted");
    }
}
