package dev.nudge.watch;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Watches and timers: jobs without a process.
class WatchRunnerIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private StandInAgent agent;

    @BeforeEach
    void start() {
        agent = StandInAgent.start(tmux, user, "gemini-cli");
    }

    /// A file that the agent names relative to the directory in which it works.
    private void append(String name, String text) throws IOException {
        Files.writeString(user.folder("project").resolve(name), text, CREATE, APPEND);
    }

    private String state(long job) {
        return user.record(job).path("state").stringValue();
    }

    private void awaitHook(String... parts) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(agent.hook()).contains(parts));
    }

    @Test
    void timerComesBackWithItsNoteOrIsCancelled() {
        agent.call("set_timer", Map.of("in_seconds", 300, "note", "tea"));
        assertThat(agent.call("list_jobs", Map.of("state", "running")))
                .startsWith("1: running (until ")
                .endsWith(": tea\n");

        assertThat(agent.call("kill_job", Map.of("job", 1))).isEqualTo("Job 1 has been cancelled.");
        assertThat(agent.hook()).isEmpty();
        assertThat(agent.call("kill_job", Map.of("job", 1)))
                .isEqualTo("Job 1 had already ended: cancelled.");
        assertThat(agent.call("wait_for_job", Map.of("job", 1)))
                .contains("cancelled")
                .doesNotContain("SIGTERM");
        assertThat(agent.call("list_jobs", Map.of()))
                .contains("1: cancelled")
                .doesNotContain("SIGTERM");
        assertThat(user.run("ps", "--all")).contains("cancelled").doesNotContain("SIGTERM");
        assertThat(user.run("show", "1")).contains("cancelled").doesNotContain("SIGTERM");
        assertThat(user.run("kill", "1")).isEqualTo("Job 1 had already ended: cancelled.\n");

        assertThat(agent.call("set_timer", Map.of("in_seconds", 1, "note", "check the deployment")))
                .startsWith("This timer is job 2, up at ");
        user.awaitEnd(2);
        awaitHook("Timer is up: \\\"check the deployment\\\"");
        assertThat(user.fail("restart", "2")).contains("a timer or a watch");
    }

    @Test
    void lineInTheOutputOfAJobIsToldOrAwaitedOrMissed() {
        agent.run(Map.of("command", "sleep 0.5; echo ready; sleep 300"));
        assertThat(
                        agent.call(
                                "watch_output",
                                Map.of("job", 1, "pattern", "ready", "wait_seconds", 20)))
                .startsWith("Job 2 (watch job 1 for ready) has ended: exit code 0")
                .endsWith("ready");
        assertThat(agent.hook()).isEmpty();

        agent.run(Map.of("command", "echo begin; sleep 0.5; echo 'listening on 8080'; sleep 300"));
        assertThat(agent.call("watch_output", Map.of("job", 3, "pattern", "listening on \\d+")))
                .startsWith("Job 4 watches the output of job 3.");
        user.awaitEnd(4);
        awaitHook("Watch has matched", "Line: [listening on 8080]", "job 4");
        assertThat(state(3)).isEqualTo("running");
        assertThat(user.run("logs", "4")).isEqualTo("listening on 8080\n");

        agent.run(Map.of("command", "echo nothing of interest; exit 4", "notify", "silent"));
        agent.call("watch_output", Map.of("job", 5, "pattern", "listening"));
        assertThat(user.awaitEnd(6).path("exit_code").asInt()).isEqualTo(1);
        awaitHook("Watch ended", "job 5 has ended (exit code 4), and no line matched");
    }

    @Test
    void fileIsWatchedBeforeItExistsAndWhenItIsRotated() throws IOException {
        agent.call("watch_output", Map.of("file", "app.log", "pattern", "ERROR", "times", 3));
        append("app.log", "fine\nERROR one\n");
        awaitHook("Line: [ERROR one]");
        Path log = user.folder("project").resolve("app.log");
        Files.move(log, log.resolveSibling("app.log.1"));
        append("app.log", "ERROR two\n");
        awaitHook("Line: [ERROR two]");
        assertThat(state(1)).isEqualTo("running");
        append("app.log", "ERROR three\n");

        user.awaitEnd(1);
        awaitHook("ERROR three");
    }

    @Test
    void nextDaemonGoesOnWithWatchesAndTimers() throws IOException {
        append("app.log", "ERROR old\n");
        agent.call("watch_output", Map.of("file", "app.log", "pattern", "ERROR", "times", 2));
        agent.call("set_timer", Map.of("in_seconds", 2, "note", "look at it again"));
        assertThat(user.record(2).path("pid").isNull()).isTrue();
        append("app.log", "ERROR one\n");
        awaitHook("ERROR one");
        user.killDaemon();
        append("app.log", "ERROR two\n");
        user.startDaemon();

        user.awaitEnd(1);
        user.awaitEnd(2);
        assertThat(user.run("logs", "1")).isEqualTo("ERROR one\nERROR two\n");
        awaitHook("ERROR two");
        await().atMost(PATIENCE)
                .untilAsserted(() -> {
                    agent.hook();
                    assertThat(user.record(2).path("nudge").stringValue()).isEqualTo("handed_over");
                });
        assertThat(user.record(2).path("pid").isNull()).isTrue();
        assertThat(user.record(2).path("started_at").isNull()).isFalse();
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThat(agent.call("watch_output", Map.of("pattern", "x")))
                .contains("expected either job", "Nothing is watched.");
        assertThat(agent.call("watch_output", Map.of("job", 7, "pattern", "x")))
                .contains("No job 7.");
        assertThat(agent.call("watch_output", Map.of("file", "a", "pattern", "(")))
                .contains("pattern is \"(\"", "regular expression");
        assertThat(agent.call("set_timer", Map.of("note", "x")))
                .contains("expected either in_seconds", "No timer is set.");
        assertThat(agent.call("set_timer", Map.of("at", "2020-01-01T00:00:00Z", "note", "x")))
                .contains("which has passed");
        assertThat(agent.call("watch_output", Map.of("file", "/dev", "pattern", "x")))
                .contains("is not a regular file");
        assertThat(agent.call("watch_output", Map.of("file", "/proc/uptime", "pattern", "x")))
                .contains("/proc/uptime cannot be watched: it has content but reports size 0");
        assertThat(agent.call("set_timer", Map.of("at", "noon", "note", "x")))
                .contains("at is \"noon\"", "17:30");
    }
}
