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
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs whose command is started again if it fails, in a real daemon.
class RetryIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private Path diary() {
        return user.folder("diary").resolve("log");
    }

    /// A command that notes each start, and fails until it has noted so many.
    private String failingUntil(int starts) {
        return "echo start >>%1$s; n=$(wc -l <%1$s); echo attempt $n; [ $n -ge %2$d ] || exit $n"
                .formatted(diary(), starts);
    }

    private int starts() throws IOException {
        return Files.exists(diary()) ? Files.readAllLines(diary()).size() : 0;
    }

    private void awaitStarts(int wanted) {
        await().atMost(PATIENCE).until(() -> starts() >= wanted);
    }

    private long run(String... words) {
        return Long.parseLong(
                user.run(Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new))
                        .strip());
    }

    private String state() {
        return user.record(1).path("state").stringValue("");
    }

    private void awaitState(String wanted) {
        await().atMost(PATIENCE).until(() -> state().equals(wanted));
    }

    private int code() {
        return user.awaitEnd(1).path("exit_code").intValue(-1);
    }

    private List<Integer> earlierCodes() {
        return user.record(1)
                .path("attempts")
                .valueStream()
                .map(attempt -> attempt.path("exit_code").intValue())
                .toList();
    }

    @Test
    void failingCommandIsStartedAgainUntilItSucceeds() throws IOException {
        run("--retry", "5", "--", failingUntil(3));

        assertThat(code()).isZero();
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
    void lastFailureIsTheEnd() throws IOException {
        run("--retry", "2", "--", failingUntil(9));

        assertThat(code()).isEqualTo(3);
        assertThat(starts()).isEqualTo(3);
        await().atMost(PATIENCE).until(() -> Files.notExists(user.job(1).resolve("launch.json")));
    }

    /// A command that fails at once: its end is seen from several sides, while the next attempt
    /// begins.
    @Test
    void noAttemptIsMadeTwiceOrLeftOut() throws IOException {
        run("--retry", "60", "--", "echo start >>%s; exit 5".formatted(diary()));

        assertThat(code()).isEqualTo(5);
        assertThat(starts()).isEqualTo(61);
        assertThat(earlierCodes()).hasSize(60).containsOnly(5);
    }

    @Test
    void oneThatIsKilledAtAnyMomentIsNotStartedAgain() throws IOException {
        for (int i = 1; i <= 10; i++) {
            long job = run("--retry", "100", "--", "echo start >>%s; exit 5".formatted(diary()));
            awaitStarts(starts() + i % 3 + 1);
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
    void oneThatWaitsForItsNextAttemptSaysWhenItComes() {
        run("--retry", "1", "--retry-delay", "1h", "--", "exit 3");
        awaitState("queued");

        assertThat(user.run("ps")).containsPattern("queued .*attempt 2 at \\d\\d");
        assertThat(user.run("show", "1")).containsPattern("retry +once, after 3600 s\n");
    }

    @Test
    void oneThatIsKilledBetweenAttemptsEndsAsTheLastAttemptDid() throws IOException {
        run("--retry", "5", "--retry-delay", "1h", "--", failingUntil(9));
        awaitState("queued");

        user.run("kill", "1");

        assertThat(code()).isEqualTo(1);
        assertThat(user.record(1).path("stop_reason").stringValue("")).isNotEmpty();
        assertThat(starts()).isEqualTo(1);
    }

    @Test
    void oneThatIsKilledIsNotStartedAgain() throws IOException {
        run(
                "--retry",
                "5",
                "--",
                "echo start >>%s; trap 'exit 3' TERM; while :; do sleep 0.05; done"
                        .formatted(diary()));
        awaitStarts(1);

        user.run("kill", "1");

        assertThat(code()).isEqualTo(3);
        assertThat(starts()).isEqualTo(1);
    }

    /// As Ctrl+C of nudge run --wait does it.
    @Test
    void oneThatAnswersASignalWithAnExitCodeIsNotStartedAgain() throws IOException {
        run(
                "--retry",
                "5",
                "--",
                "echo start >>%s; trap 'exit 3' INT; while :; do sleep 0.05; done"
                        .formatted(diary()));
        awaitStarts(1);

        user.run("kill", "--signal", "INT", "1");

        assertThat(code()).isEqualTo(3);
        assertThat(starts()).isEqualTo(1);
        assertThat(user.run("show", "1")).containsPattern("reason +sent SIGINT\n");
    }

    /// It is not skipped because a job that was there when it was started for the first time is not
    /// there any more.
    @Test
    void jobThatWasWaitedForMayBeRemovedBetweenAttempts() throws IOException {
        run("--", "true");
        user.awaitEnd(1);
        long job =
                run(
                        "--after",
                        "1",
                        "--retry",
                        "1",
                        "--retry-delay",
                        "15s",
                        "--",
                        "echo start >>%s; exit 4".formatted(diary()));
        awaitStarts(1);
        await().atMost(PATIENCE)
                .until(() -> user.record(job).path("state").stringValue("").equals("queued"));

        user.run("clean", "1");

        assertThat(user.awaitEnd(job).path("exit_code").intValue()).isEqualTo(4);
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void commandThatASignalEndsIsNotStartedAgain() {
        run("--retry", "5", "--", "kill -9 $$");

        assertThat(user.awaitEnd(1).path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(earlierCodes()).isEmpty();
    }

    @Test
    void eachAttemptIsMadeOnceWhicheverDaemonDies() throws IOException {
        run("--retry", "9", "--retry-delay", "1s", "--", failingUntil(5) + "; true");
        for (int attempt = 1; attempt < 5; attempt++) {
            awaitStarts(attempt);
            user.killDaemon();
            user.startDaemon();
        }

        assertThat(code()).isZero();
        assertThat(starts()).isEqualTo(5);
        assertThat(earlierCodes()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void attemptThatFailsWhileThereIsNoDaemonIsFollowedByTheNext() throws IOException {
        Path gate = user.folder("gate").resolve("open");
        run(
                "--retry",
                "1",
                "--",
                "echo start >>%s; while [ ! -e %s ]; do sleep 0.05; done; exit 4"
                        .formatted(diary(), gate));
        awaitStarts(1);
        user.killDaemon();
        Files.createFile(gate);

        assertThat(code()).isEqualTo(4);
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void timeoutCountsForEachAttempt() throws IOException {
        run("--retry", "1", "--timeout", "12s", "--", "sleep 7; " + failingUntil(2));

        assertThat(code()).isZero();
        assertThat(starts()).isEqualTo(2);
    }

    @Test
    void wrongValuesAreRefused() {
        assertThat(user.misuse("run", "--retry", "-1", "--", "true"))
                .contains("--retry is -1; expected 0 to 100");
        assertThat(user.misuse("run", "--retry-delay", "5", "--", "true"))
                .contains("--retry-delay needs --retry");
        assertThat(user.misuse("run", "--pty", "--retry", "2", "--", "true"))
                .contains("--retry is for a job without a terminal");
        assertThat(user.misuse("logs", "-f", "--attempt", "1", "1")).contains("leave --follow out");
    }

    @Test
    void sheetListsEachAttempt() {
        user.run("run", "--retry", "2", "--", "echo some; exit 3");
        user.awaitEnd(1);

        assertThat(user.run("show", "1").lines().filter(line -> line.startsWith("attempt ")))
                .hasSize(3)
                .allMatch(line -> line.contains("exit code 3, ") && line.contains("5B of output"));
    }

    @Test
    void jobIsStartedAgainAfterAReboot() throws IOException {
        String command =
                "echo start >>%1$s; n=$(wc -l <%1$s); echo attempt $n; [ $n -ge 2 ] || sleep 600"
                        .formatted(diary());
        run("--restart-after-reboot", "--", command);
        run("--", "sleep 601");
        awaitStarts(1);
        user.reboot();

        assertThat(user.run("ps", "--all")).contains("lost");

        assertThat(code()).isZero();
        assertThat(starts()).isEqualTo(2);
        assertThat(user.run("logs", "1")).contains("attempt 2");
        assertThat(user.run("show", "1")).contains("after a reboot", "the machine was restarted");
        assertThat(user.awaitEnd(2).path("lost").stringValue(""))
                .isEqualTo("the machine was restarted");
    }
}
