package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A daemon takes over what others have left, whatever version they were of.
class AdoptionIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    private static void change(Path record, UnaryOperator<ObjectNode> change) throws IOException {
        ObjectNode json = (ObjectNode) JSON.readTree(Files.readString(record));
        Files.writeString(record, JSON.writeValueAsString(change.apply(json)));
    }

    /// While no daemon is there. The agent's pump would start one at once, so it is stopped too.
    private void withoutDaemon(StandInAgent agent, Task task) throws IOException {
        signal("STOP", agent.pumpPid());
        try {
            user.killDaemon();
            task.run();
        } finally {
            signal("CONT", agent.pumpPid());
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private void signal(String signal, long pid) {
        new ShortCommand(PATIENCE, user.environment())
                .run(List.of("kill", "-" + signal, Long.toString(pid)));
    }

    @Test
    void jobOfBeforeARestartOfTheMachineIsLostAndSaysSo() throws IOException {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 300"));
            agent.run(Map.of("command", "exit 3"));
            user.awaitEnd(2);
            withoutDaemon(
                    agent,
                    () -> {
                        for (long job = 1; job <= 2; job++) {
                            change(
                                    user.job(job).resolve("host.json"),
                                    host -> host.put("boot_id", "that-of-yesterday"));
                        }
                    });

            assertThat(user.awaitEnd(1).path("lost").stringValue())
                    .isEqualTo("the machine was restarted");
            assertThat(user.record(2).path("exit_code").intValue()).isEqualTo(3);
            agent.awaitTold("the machine was restarted", "(Exit code: 3)");
            assertThat(agent.hook()).isEmpty();
        }
    }

    @Test
    void processWithTheSamePidIsNotTakenForTheJob() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "300").start();
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 300"));
            withoutDaemon(
                    agent,
                    () ->
                            change(
                                    user.job(1).resolve("host.json"),
                                    host ->
                                            host.put("pid", stranger.pid())
                                                    .put("host_pid", stranger.pid())));

            JsonNode job = user.awaitEnd(1);
            assertThat(job.path("lost").stringValue())
                    .isEqualTo("the process that watched it was killed");
            assertThat(user.run("kill", "1")).contains("had already ended");
            assertThat(new ProcessTable().identify(stranger.pid())).isPresent();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void callThatTheDaemonDidNotAnswerIsAnsweredWithWhatHappened() {
        try (StandInAgent agent = agent()) {
            int call =
                    agent.send(
                            "tools/call",
                            Map.of(
                                    "name",
                                    "run_long_command",
                                    "arguments",
                                    Map.of("command", "sleep 300", "wait_seconds", 300)));
            await().atMost(PATIENCE).until(() -> user.run("status").equals("1▶\n"));
            user.signalDaemon("KILL");

            JsonNode answer =
                    await().atMost(PATIENCE)
                            .until(() -> agent.answer(call), java.util.Optional::isPresent)
                            .orElseThrow();
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

    @Test
    void jobWhoseHostWasKilledSaysSo() {
        user.run("run", "--", "sleep 300");
        assertThat(user.run("ps")).doesNotContain("host is gone");

        NudgeUser.signal("KILL", hostPid());

        await().atMost(Patience.LONG)
                .untilAsserted(() -> assertThat(user.run("ps")).contains("host is gone"));
        assertThat(user.run("show", "1"))
                .contains("reason", "host is gone, so its exit code will not be known");
        user.run("kill", "1");
    }

    private long hostPid() {
        return JsonMapper.shared()
                .readTree(user.job(1).resolve("host.json"))
                .path("host_pid")
                .longValue();
    }
}
