package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The daemon, its clients and its jobs, as real processes under a stand-in agent in a real tmux.
class DaemonIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    @Test
    void jobIsAdoptedByTheNextDaemonAndItsExitRecordedWhoeverWasKilled() throws IOException {
        Path first = user.folder("home").resolve("first");
        Path second = user.folder("home").resolve("second");
        String waiting = "while [ ! -e %s ]; do sleep 0.05; done; ";
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", waiting.formatted(first) + "kill -9 $$"));
            agent.run(
                    Map.of(
                            "command",
                            "echo begun; " + waiting.formatted(second) + "echo done; exit 42"));
            user.killDaemon();
            assertThat(agent.run(Map.of("command", "echo again")))
                    .as("the agent keeps its tools")
                    .startsWith("Command \"echo again\" started in the background");
            Files.createFile(first);
            assertThat(user.awaitEnd(1).path("signal").stringValue()).isEqualTo("SIGKILL");
            assertThat(user.exitCode(3)).isZero();
            user.killDaemon();
            agent.killPump();
            assertThat(user.value(2, "state"))
                    .as("adopted by the next daemon")
                    .isEqualTo("running");
            user.killDaemon();
            Files.createFile(second);
            await().atMost(PATIENCE).until(() -> Files.exists(user.job(2).resolve("exit.json")));
            assertThat(user.exitCode(2)).isEqualTo(42);
            assertThat(user.run("logs", "2")).isEqualTo("begun\ndone\n");
        }
    }

    @Test
    void jobWhoseHostWasKilledIsLostAndSaysWhy() {
        user.run("run", "--", "sleep 300");
        JsonNode host = JsonMapper.shared().readTree(user.job(1).resolve("host.json").toFile());
        user.killDaemon();
        for (String name : new String[] {"host_pid", "pid"}) {
            ProcessHandle.of(host.path(name).longValue()).ifPresent(ProcessHandle::destroyForcibly);
        }
        assertThat(user.awaitEnd(1).path("lost").stringValue(""))
                .isEqualTo("the process that watched it was killed");
    }

    @Test
    void answersAtOnceWithPidDirectoryAndJobNumberAndToBadInputWithTheReason() throws IOException {
        Path file = Files.createFile(user.folder("home").resolve("file"));
        try (StandInAgent agent = agent()) {
            String answer = agent.run(Map.of("command", "sleep 0.2; exit 3", "cwd", "/tmp"));

            assertThat(answer)
                    .matches(
                            "(?s)Command \"sleep 0.2; exit 3\" started in the background \\(PID: \\d+,"
                                    + " CWD: /tmp\\)\\. I cannot notify this agent: .*\n"
                                    + "This is job 1\\. .*read_output with job 1\\.");
            JsonNode job = user.awaitEnd(1);
            assertThat(job.path("exit_code").intValue()).isEqualTo(3);
            assertThat(job.path("command").stringValue()).isEqualTo("sleep 0.2; exit 3");
            assertThat(job.path("cwd").stringValue()).isEqualTo("/tmp");
            assertThat(job.path("nudge").stringValue()).isEqualTo("pending");

            agent.run(Map.of("command", "surely-no-such-program --x"));
            assertThat(user.awaitEnd(2).path("exit_code").intValue()).isEqualTo(127);

            assertThat(agent.run(Map.of("command", "  ")))
                    .isEqualTo(
                            "Error: command is missing or blank; expected the shell command to run."
                                    + " Nothing has been started.");
            assertThat(agent.run(Map.of("command", "a\0b"))).contains("NUL character");
            assertThat(agent.run(Map.of("command", 7))).contains("command is a number");
            assertThat(agent.run(Map.of("command", "true", "cwd", file.toString())))
                    .isEqualTo(
                            "Background command failed: \"true\" (Error: "
                                    + file
                                    + " is not a directory)");
            assertThat(agent.run(Map.of("command", "true", "cwd", "/no/such/place")))
                    .contains("the directory /no/such/place does not exist");
            assertThat(agent.run(Map.of("command", ":" + " ".repeat(140_000) + ":")))
                    .contains(
                            "command has 140,002 bytes; expected at most 131,071: put it into a script file");
            assertThat(agent.run(Map.of("command", "true", "label", "x".repeat(14_000_000))))
                    .isEqualTo(
                            "Error: label has 14,000,000 characters; expected at most 200. Nothing has been started.");
            assertThat(user.run("ps", "--all").lines()).hasSize(3);
        }
    }

    @Test
    void callFromOutsideTheSessionIsRefusedWithTheWayThereUnlessItIsSilent() {
        try (StandInAgent agent = StandInAgent.startKnown(tmux, user, "gemini-cli-other")) {
            // Nothing is to be typed for a silent command, so nobody needs a pane.
            String silent = "silent";
            assertThat(
                            agent.run(
                                    Map.of(
                                            "command",
                                            "echo out; exit 3",
                                            "notify",
                                            silent,
                                            "wait_seconds",
                                            20)))
                    .contains("exit code 3", "out");
            agent.run(Map.of("command", "sleep 300", "notify", silent, "life_span", "with_agent"));
            assertThat(user.run("show", "2"))
                    .contains("is in no tmux session that nudge types into");

            assertThat(agent.run(Map.of("command", "true")))
                    .startsWith("Error: Not running inside tmux session 'gemini-cli'.")
                    .contains("'gemini-cli-other'", "tmux new-session -A -s gemini-cli")
                    .contains("notify: \"silent\"");
            assertThat(agent.call("watch_output", Map.of("file", "/tmp/none", "pattern", "x")))
                    .startsWith("Error: Not running inside tmux session 'gemini-cli'.")
                    .contains("A line that a watch finds is typed", "read_output and pattern")
                    .doesNotContain("background command");
            assertThat(agent.call("set_timer", Map.of("in_seconds", 300, "note", "tea")))
                    .startsWith("Error: Not running inside tmux session 'gemini-cli'.")
                    .contains("The note of a timer is typed", "notify: \"silent\"")
                    .doesNotContain("background command");
            assertThat(user.run("ps", "--all").lines()).hasSize(3);
        }
        assertThat(user.awaitEnd(2).path("stop_reason").stringValue())
                .isEqualTo("its agent has ended");
        user.killDaemon();
        assertThat(user.run("ps", "--all")).contains("its agent has ended");
        assertThat(user.log()).doesNotContain("ERROR");
    }

    @Test
    void twoDaemonsAtOnceBecomeOne() throws Exception {
        Process first = user.start("daemon");
        Process second = user.start("daemon");
        assertThat(first.inputReader().readLine()).isEqualTo("ready");
        assertThat(second.inputReader().readLine()).isEqualTo("ready");

        await().atMost(PATIENCE).until(() -> first.isAlive() != second.isAlive());
        assertThat(user.daemonPid()).isEqualTo(first.isAlive() ? first.pid() : second.pid());
    }

    @Test
    void daemonStopLeavesTheJobsRunning() {
        user.run("run", "--", "sleep 1; exit 5");
        assertThat(user.run("daemon", "stop")).contains("Its jobs continue.");
        assertThat(user.exitCode(1)).isEqualTo(5);
    }

    @Test
    void jobsHeedTheSignalsThatWhoeverStartedTheDaemonIgnored() throws IOException {
        List<String> deaf =
                new ArrayList<>(List.of("sh", "-c", "trap '' HUP INT TERM; exec \"$@\"", "sh"));
        deaf.addAll(NudgeUser.command("run", "--", "grep SigIgn /proc/self/status"));

        new ShortCommand(PATIENCE, user.environment()).run(deaf);

        user.awaitEnd(1);
        assertThat(user.job(1).resolve("output.log"))
                .content()
                .matches("SigIgn:\\s+[018]*0000000\\s*");
    }

    @Test
    void daemonLeavesWhenNobodyNeedsItOrOnlyTheStatusBarAsks() {
        try (NudgeUser brief = NudgeUser.with(Map.of("NUDGE_IDLE_EXIT", "3"))) {
            brief.startDaemon();
            long first = brief.daemonPid();
            await().atMost(PATIENCE).until(() -> hasEnded(first));
            assertThat(brief.socket()).doesNotExist();

            brief.startDaemon();
            long second = brief.daemonPid();
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .until(() -> {
                        brief.run("status");
                        return hasEnded(second);
                    });
        }
    }

    private static boolean hasEnded(long process) {
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty();
    }

    @Test
    void daemonThatCannotStartSaysWhy() {
        try (NudgeUser wrong = NudgeUser.with(Map.of("XDG_STATE_HOME", "/dev/null"))) {
            assertThat(wrong.fail("ps"))
                    .contains("The nudge daemon could not be started")
                    .contains("Not a directory (/dev/null/nudge)");
        }
    }

    @Test
    void hookIsGivenWhatWaitsOnceAndInOrder() {
        try (StandInAgent agent = agent()) {
            assertThat(agent.hook()).as("nothing waits").isEmpty();
            agent.run(Map.of("command", "echo first"));
            user.awaitEnd(1);
            agent.run(Map.of("command", "echo second; exit 2"));
            user.awaitEnd(2);
            assertThat(user.state().resolve("pending")).isNotEmptyDirectory();

            JsonNode answer = JsonMapper.shared().readTree(agent.hook()).path("hookSpecificOutput");

            assertThat(answer.path("hookEventName").stringValue()).isEqualTo("BeforeAgent");
            assertThat(answer.path("additionalContext").stringValue())
                    .containsSubsequence(
                            "not from the user", "(Exit code: 2)", "[second]", "[first]");
            assertThat(user.record(1).path("nudge").stringValue()).isEqualTo("handed_over");
            assertThat(user.record(2).path("nudge").stringValue()).isEqualTo("handed_over");
            assertThat(user.state().resolve("pending")).isEmptyDirectory();
            assertThat(agent.hook()).as("told already").isEmpty();
        }
    }
}
