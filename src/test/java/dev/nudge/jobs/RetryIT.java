package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class RetryIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Diary diary = new Diary(user);

    /// A command that notes each start, and fails until it has noted so many.
    private String failingUntil(int starts) {
        return "echo start >>%1$s; n=$(wc -l <%1$s); echo attempt $n; [ $n -ge %2$d ] || exit $n"
                .formatted(diary, starts);
    }

    private int starts() {
        return diary.lines().size();
    }

    private List<Integer> earlierCodes() {
        return user.record(1)
                .path("attempts")
                .valueStream()
                .map(attempt -> attempt.path("exit_code").intValue())
                .toList();
    }

    @Test
    void failingCommandIsStartedAgainUntilItSucceeds() {
        user.runJob("--retry", "5", "--", failingUntil(3));

        assertThat(user.exitCode(1)).isZero();
        assertThat(starts()).isEqualTo(3);
        assertThat(earlierCodes()).containsExactly(1, 2);
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
    }

    @Test
    void lastFailureOrASignalIsTheEnd() {
        user.runJob("--retry", "2", "--", failingUntil(9));
        JsonNode signaled = user.awaitEnd(user.runJob("--retry", "5", "--", "kill -9 $$"));
        assertThat(signaled.path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(signaled.path("attempts")).isEmpty();
        assertThat(user.misuse("run", "--retry", "-1", "--", "true"))
                .contains("--retry is -1; expected 0 to 100");
        assertThat(user.misuse("run", "--retry-delay", "5", "--", "true"))
                .contains("--retry-delay needs --retry");
        assertThat(user.misuse("run", "--pty", "--retry", "2", "--", "true"))
                .contains("--retry is for a job without a terminal");
        assertThat(user.misuse("logs", "-f", "--attempt", "1", "1")).contains("leave --follow out");

        assertThat(user.exitCode(1)).isEqualTo(3);
        assertThat(starts()).isEqualTo(3);
        assertThat(user.run("show", "1").lines().filter(line -> line.startsWith("attempt ")))
                .satisfiesExactly(
                        first -> assertThat(first).contains("exit code 1, ", "10B of output"),
                        second -> assertThat(second).contains("exit code 2, ", "10B of output"),
                        third -> assertThat(third).contains("exit code 3, ", "10B of output"));
        await().until(() -> Files.notExists(user.job(1).resolve("launch.json")));
    }

    /// A command that fails at once: its end is seen from several sides, while the next attempt
    /// begins.
    @Test
    void noAttemptIsMadeTwiceOrLeftOut() {
        user.runJob("--retry", "60", "--", diary.noting("start") + "; exit 5");

        assertThat(user.exitCode(1)).isEqualTo(5);
        assertThat(starts()).isEqualTo(61);
        assertThat(earlierCodes()).hasSize(60).containsOnly(5);
    }

    @Test
    void oneThatIsKilledAtAnyMomentIsNotStartedAgain() {
        for (int i = 1; i <= 10; i++) {
            long job = user.runJob("--retry", "100", "--", diary.noting("start") + "; exit 5");
            diary.awaitLines(starts() + i % 3 + 1);
            user.run("kill", Long.toString(job));

            JsonNode end = user.awaitEnd(job);
            assertThat(end.path("attempts").size()).isLessThan(100);
            assertThat(user.run("ps", "--state", "running")).contains("No such jobs");
            assertThat(user.run("ps", "--state", "queued")).contains("No such jobs");
        }
        int starts = starts();
        user.run("run", "--wait", "sleep 1");
        assertThat(starts()).isEqualTo(starts);
    }

    @Test
    void oneThatWaitsForItsNextAttemptSaysWhenItComesAndCanBeKilled() {
        user.runJob(
                "--retry", "1", "--retry-delay", "1h", "--", diary.noting("start") + "; exit 3");
        user.awaitState(1, "queued");

        assertThat(user.run("ps")).containsPattern("queued .*attempt 2 at \\d\\d");
        assertThat(user.run("show", "1")).containsPattern("retry +once, after 3600 s\n");

        user.run("kill", "1");
        assertThat(user.exitCode(1)).as("as the last attempt ended").isEqualTo(3);
        assertThat(user.value(1, "stop_reason")).isNotEmpty();
        assertThat(starts()).isEqualTo(1);
    }

    /// By a kill, or by a signal that it answers with an exit code: so does Ctrl+C of `--wait`.
    @ParameterizedTest
    @CsvSource({"TERM, kill 1", "INT, kill --signal INT 1"})
    void oneThatIsEndedIsNotStartedAgain(String signal, String kill) {
        String wait = "; trap 'exit 3' %s; while :; do sleep 0.05; done".formatted(signal);
        user.runJob("--retry", "5", "--", diary.noting("start") + wait);
        diary.awaitLines(1);

        user.run(kill.split(" ", -1));

        assertThat(user.exitCode(1)).isEqualTo(3);
        assertThat(starts()).isEqualTo(1);
        assertThat(user.value(1, "stop_reason"))
                .isEqualTo(signal.equals("INT") ? "sent SIGINT" : "killed by the user");
    }

    /// It is not skipped because a job that was there when it was started for the first time is not
    /// there any more.
    @Test
    void jobThatWasWaitedForMayBeRemovedBetweenAttempts() {
        user.runJob("--", "true");
        user.awaitEnd(1);
        long job =
                user.runJob(
                        "--after",
                        "1",
                        "--retry",
                        "1",
                        "--retry-delay",
                        "15s",
                        "--",
                        diary.noting("start") + "; exit 4");
        diary.awaitLines(1);
        user.awaitState(job, "queued");

        user.run("clean", "1");

        assertThat(user.exitCode(job)).isEqualTo(4);
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void eachAttemptIsMadeOnceWhicheverDaemonDies() {
        user.runJob("--retry", "9", "--retry-delay", "1s", "--", failingUntil(5) + "; true");
        for (int attempt = 1; attempt < 5; attempt++) {
            diary.awaitLines(attempt);
            user.killDaemon();
            user.startDaemon();
        }

        assertThat(user.exitCode(1)).isZero();
        assertThat(starts()).isEqualTo(5);
        assertThat(earlierCodes()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void attemptThatFailsWhileThereIsNoDaemonIsFollowedByTheNext() {
        String command = diary.noting("start") + "; " + diary.waiting() + "; exit 4";
        user.runJob("--retry", "1", "--", command);
        diary.awaitLines(1);
        user.killDaemon();
        diary.open();

        assertThat(user.exitCode(1)).isEqualTo(4);
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void timeoutCountsForEachAttempt() {
        user.runJob("--retry", "1", "--timeout", "12s", "--", "sleep 7; " + failingUntil(2));

        assertThat(user.exitCode(1)).isZero();
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void jobIsStartedAgainAfterAReboot() throws IOException {
        String command =
                "echo start >>%1$s; n=$(wc -l <%1$s); echo attempt $n; [ $n -ge 2 ] || sleep 600"
                        .formatted(diary);
        user.runJob("--restart-after-reboot", "--", command);
        user.runJob("--", "sleep 601");
        diary.awaitLines(1);
        user.reboot();

        assertThat(user.run("ps", "--all")).contains("lost");

        assertThat(user.exitCode(1)).isZero();
        assertThat(starts()).isEqualTo(2);
        assertThat(user.run("logs", "1")).contains("attempt 2");
        assertThat(user.run("show", "1")).contains("after a reboot", "the machine was restarted");
        assertThat(user.awaitEnd(2).path("lost").stringValue(""))
                .isEqualTo("the machine was restarted");
    }
}
