package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.TracedDaemon;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A daemon takes over what others have left, whatever version they were of.
class AdoptionIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private static final NudgeUser user = NudgeUser.create();

    @Test
    void processWithTheSamePidIsNotTakenForTheJobAndAHostThatIsGoneIsNoticed() throws IOException {
        Process stranger = new ProcessBuilder("sleep", "300").start();
        try {
            long job = user.runJob("sleep 300");
            user.killDaemon();
            long pid = stranger.pid();
            AgentProgram.merge(
                    user.job(job).resolve("host.json"), Map.of("pid", pid, "host_pid", pid));

            assertThat(user.valueAtEnd(job, "lost"))
                    .isEqualTo("the process that watched it was killed");
            assertThat(user.run("kill", "@last")).contains("had already ended");
            assertThat(new ProcessTable().identify(pid)).isPresent();
        } finally {
            stranger.destroyForcibly();
        }

        long next = user.runJob("--", "sleep 300");
        assertThat(user.run("ps")).doesNotContain("host is gone");
        JsonNode host = JSON.readTree(user.job(next).resolve("host.json"));
        NudgeUser.signal("KILL", host.path("host_pid").longValue());

        await().untilAsserted(() -> assertThat(user.run("ps")).contains("host is gone"));
        assertThat(user.run("show", "@last"))
                .contains("reason", "host is gone, so its exit code will not be known");
        user.run("kill", "@last");
    }

    @Test
    void callThatTheDaemonDidNotAnswerIsAnsweredWithWhatHappened() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Map<String, Object> order = Map.of("command", "sleep 301", "wait_seconds", 300);
            Map<String, Object> run = Map.of("name", "run_long_command", "arguments", order);
            int call = agent.send("tools/call", run);
            await().until(() -> user.run("ps", "--state", "running").contains("sleep 301"));
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
        long job = user.runJob("--group", "one", "--", "true");
        user.awaitEnd(job);
        user.run("daemon", "stop");

        try (TracedDaemon next = new TracedDaemon(user, "trace=getdents64")) {
            user.run("ps", "--all");

            assertThat(next.lines())
                    .as("of the directories above it, there are lists")
                    .anyMatch(call -> call.contains("<" + user.state().resolve("jobs") + ">"))
                    .noneMatch(call -> call.contains("<" + user.job(job) + ">"));
        }
    }
}
