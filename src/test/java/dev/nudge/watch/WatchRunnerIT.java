package dev.nudge.watch;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// Watches and timers: jobs without a process.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchRunnerIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    /// A file that the agent names relative to the directory in which it works.
    private void append(String name, String text) throws IOException {
        Files.writeString(user.folder("project").resolve(name), text, CREATE, APPEND);
    }

    private String watch(Map<String, Object> arguments) {
        return agent.call("watch_output", arguments);
    }

    private String timer(Map<String, Object> arguments) {
        return agent.call("set_timer", arguments);
    }

    /// The number of the newest job.
    private long newest() {
        return user.stored().getLast().path("job").longValue();
    }

    @Test
    void timerComesBackWithItsNoteOrIsCancelled() {
        timer(Map.of("in_seconds", 300, "note", "tea"));
        long timer = newest();
        Map<String, Object> job = Map.of("job", timer);
        assertThat(agent.call("list_jobs", Map.of("state", "running")))
                .containsPattern(timer + ": running \\(until .*: tea\n");

        assertThat(agent.call("kill_job", job))
                .isEqualTo("Job %d has been cancelled.".formatted(timer));
        String over = "Job %d had already ended: cancelled.".formatted(timer);
        assertThat(agent.call("kill_job", job)).isEqualTo(over);
        for (String said :
                List.of(
                        agent.call("wait_for_job", job),
                        agent.call("list_jobs", Map.of()),
                        user.run("ps", "--all"),
                        user.run("show", Long.toString(timer)),
                        user.run("kill", Long.toString(timer)))) {
            assertThat(said).contains("cancelled").doesNotContain("SIGTERM");
        }

        assertThat(timer(Map.of("in_seconds", 1, "note", "check the deployment")))
                .startsWith("This timer is job %d, up at ".formatted(timer + 1));
        assertThat(agent.awaitTold("Timer is up: \\\"check the deployment\\\""))
                .doesNotContain("tea");
        assertThat(user.fail("restart", Long.toString(timer + 1))).contains("a timer or a watch");
    }

    @Test
    void lineInTheOutputOfAJobIsToldOrAwaitedOrMissed() {
        long first = agent.runJob(Map.of("command", "sleep 0.5; echo ready; sleep 300"));
        assertThat(watch(Map.of("job", first, "pattern", "ready", "wait_seconds", 20)))
                .startsWith(
                        "Job %d (watch job %d for ready) has ended: exit code 0"
                                .formatted(first + 1, first))
                .endsWith("ready");

        long second =
                agent.runJob(
                        Map.of(
                                "command",
                                "echo begin; sleep 0.5; echo 'listening on 8080'; sleep 300"));
        assertThat(watch(Map.of("job", second, "pattern", "listening on \\d+")))
                .startsWith("Job %d watches the output of job %d.".formatted(second + 1, second));
        assertThat(
                        agent.awaitTold(
                                "Watch has matched",
                                "Line: [listening on 8080]",
                                "job " + (second + 1)))
                .as("what was answered is not told")
                .doesNotContain("[ready]");
        assertThat(user.value(second, "state")).isEqualTo("running");
        assertThat(user.output(second + 1)).isEqualTo("listening on 8080\n");

        long third =
                agent.runJob(
                        Map.of("command", "echo nothing of interest; exit 4", "notify", "silent"));
        watch(Map.of("job", third, "pattern", "listening"));
        assertThat(user.exitCode(third + 1)).isEqualTo(1);
        agent.awaitTold(
                "Watch ended",
                "job %d has ended (exit code 4), and no line matched".formatted(third));
    }

    @Test
    void fileIsWatchedBeforeItExistsAndWhenItIsRotatedAndByTheNextDaemonAsTimersAre()
            throws IOException {
        watch(Map.of("file", "app.log", "pattern", "ERROR", "times", 4));
        long watch = newest();
        append("app.log", "fine\nERROR one\n");
        agent.awaitTold("Line: [ERROR one]");
        Path log = user.folder("project").resolve("app.log");
        Files.move(log, log.resolveSibling("app.log.1"));
        append("app.log", "ERROR two\n");
        agent.awaitTold("Line: [ERROR two]");

        timer(Map.of("in_seconds", 2, "note", "look at it again"));
        long timer = newest();
        append("app.log", "ERROR three\n");
        agent.awaitTold("ERROR three");
        assertThat(user.value(watch, "state")).isEqualTo("running");
        user.killDaemon();
        append("app.log", "ERROR four\n");
        user.startDaemon();

        user.awaitEnd(watch);
        assertThat(user.output(watch)).isEqualTo("ERROR one\nERROR two\nERROR three\nERROR four\n");
        agent.awaitTold("ERROR four");
        await().until(() -> {
            agent.hook();
            return user.stored(timer).path("nudge").stringValue("").equals("handed_over");
        });
        JsonNode record = user.record(timer);
        assertThat(record.path("pid").isNull()).isTrue();
        assertThat(record.path("started_at").isNull()).isFalse();
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThat(watch(Map.of("pattern", "x")))
                .contains("expected either job", "Nothing is watched.");
        assertThat(watch(Map.of("job", 777, "pattern", "x"))).contains("No job 777.");
        assertThat(watch(Map.of("file", "a", "pattern", "(")))
                .contains("pattern is \"(\"", "regular expression");
        assertThat(watch(Map.of("file", "/dev", "pattern", "x"))).contains("is not a regular file");
        assertThat(watch(Map.of("file", "/proc/uptime", "pattern", "x")))
                .contains("/proc/uptime cannot be watched: it has content but reports size 0");
        assertThat(timer(Map.of("note", "x")))
                .contains("expected either in_seconds", "No timer is set.");
        assertThat(timer(Map.of("at", "2020-01-01T00:00:00Z", "note", "x")))
                .contains("which has passed");
        assertThat(timer(Map.of("at", "noon", "note", "x"))).contains("at is \"noon\"", "17:30");
    }
}
