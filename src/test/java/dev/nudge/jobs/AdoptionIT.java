package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A daemon takes over what others have left, whatever version they were of.
class AdoptionIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @Test
    void processWithTheSamePidIsNotTakenForTheJobAndAHostThatIsGoneIsNoticed() throws IOException {
        Process stranger = new ProcessBuilder("sleep", "300").start();
        try {
            user.runJob("sleep 300");
            user.killDaemon();
            long pid = stranger.pid();
            Path record = user.job(1).resolve("host.json");
            ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
            json.put("pid", pid).put("host_pid", pid);
            Files.writeString(record, JSON.writeValueAsString(json));

            assertThat(user.awaitEnd(1).path("lost").stringValue())
                    .isEqualTo("the process that watched it was killed");
            assertThat(user.run("kill", "1")).contains("had already ended");
            assertThat(new ProcessTable().identify(pid)).isPresent();
        } finally {
            stranger.destroyForcibly();
        }

        user.run("run", "--", "sleep 300");
        assertThat(user.run("ps")).doesNotContain("host is gone");
        JsonNode host = JSON.readTree(user.job(2).resolve("host.json"));
        NudgeUser.signal("KILL", host.path("host_pid").longValue());

        await().untilAsserted(() -> assertThat(user.run("ps")).contains("host is gone"));
        assertThat(user.run("show", "2"))
                .contains("reason", "host is gone, so its exit code will not be known");
        user.run("kill", "2");
    }

    @Test
    void callThatTheDaemonDidNotAnswerIsAnsweredWithWhatHappened() {
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            int call =
                    agent.send(
                            "tools/call",
                            Map.of(
                                    "name",
                                    "run_long_command",
                                    "arguments",
                                    Map.of("command", "sleep 300", "wait_seconds", 300)));
            await().until(() -> user.run("status").equals("1▶\n"));
            user.signalDaemon("KILL");

            JsonNode answer =
                    await().until(() -> agent.answer(call), Optional::isPresent).orElseThrow();
            assertThat(answer.toString())
                    .contains(
                            "The nudge daemon ended while it handled this call",
                            "continues",
                            "list_jobs");
            assertThat(agent.run(Map.of("command", "echo third"))).contains("started");
        }
    }

    /// With 10,000 ended jobs, each list would be one more seek of a slow disk.
    @Test
    void directoryOfAnEndedJobIsNotListed() throws IOException, InterruptedException {
        user.run("group", "add", "one", "--parallel", "1");
        user.run("run", "--wait", "--group", "one", "--", "true");
        user.run("daemon", "stop");

        try (TracedDaemon next = new TracedDaemon(user, "getdents64")) {
            user.run("ps", "--all");

            assertThat(next.lines())
                    .as("of the directories above it, there are lists")
                    .anyMatch(call -> call.contains("<" + user.job(1).getParent() + ">"))
                    .noneMatch(call -> call.contains("<" + user.job(1) + ">"));
        }
    }
}
