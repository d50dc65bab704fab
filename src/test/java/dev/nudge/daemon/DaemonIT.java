package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NativeFront;
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
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The daemon, its clients and its jobs, as real processes under a stand-in agent in a real tmux.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DaemonIT {
    private static final String WAITING = "while [ ! -e %s ]; do sleep 0.2; done; ";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    @Test
    void jobIsAdoptedByTheNextDaemonAndItsExitRecordedWhoeverWasKilled() throws IOException {
        Path first = user.folder("home").resolve("first");
        Path second = user.folder("home").resolve("second");
        try (StandInAgent other =
                StandInAgent.start(
                        user, s -> tmux.newWindow("gemini-cli", user.environment(), s))) {
            long one = other.runJob(Map.of("command", WAITING.formatted(first) + "kill -9 $$"));
            String command = "echo begun; " + WAITING.formatted(second) + "echo done; exit 42";
            long two = other.runJob(Map.of("command", command));
            user.killDaemon();
            assertThat(other.run(Map.of("command", "echo again")))
                    .as("the agent keeps its tools")
                    .startsWith("Command \"echo again\" started in the background");
            Files.createFile(first);
            assertThat(user.awaitEnd(one).path("signal").stringValue()).isEqualTo("SIGKILL");
            assertThat(user.exitCode(two + 1)).isZero();
            user.killDaemon();
            other.killPump();
            assertThat(user.value(two, "state"))
                    .as("adopted by the next daemon")
                    .isEqualTo("running");
            user.killDaemon();
            Files.createFile(second);
            await().until(() -> Files.exists(user.job(two).resolve("exit.json")));
            assertThat(user.exitCode(two)).isEqualTo(42);
            assertThat(user.run("logs", Long.toString(two))).isEqualTo("begun\ndone\n");
        }
    }

    /// What the arguments may be is in [dev.nudge.app.RunRequestTest].
    @Test
    void answersAtOnceWithPidDirectoryAndJobNumberAndToBadInputWithTheReason() throws IOException {
        Path file = Files.createFile(user.folder("home").resolve("file"));
        String answer = agent.run(Map.of("command", "sleep 0.2; exit 3", "cwd", "/tmp"));

        long number = user.stored().getLast().path("job").longValue();
        assertThat(answer)
                .matches(
                        "(?s)Command \"sleep 0.2; exit 3\" started in the background \\(PID: \\d+,"
                                + " CWD: /tmp\\)\\. I cannot notify this agent: .*\n"
                                + "This is job %1$d\\. .*read_output with job %1$d\\."
                                        .formatted(number));
        JsonNode job = user.awaitEnd(number);
        assertThat(job.path("exit_code").intValue()).isEqualTo(3);
        assertThat(job.path("cwd").stringValue()).isEqualTo("/tmp");
        assertThat(job.path("nudge").stringValue()).isEqualTo("pending");

        long unknown = agent.runJob(Map.of("command", "surely-no-such-program --x"));
        assertThat(user.exitCode(unknown)).isEqualTo(127);
        agent.awaitTold("surely-no-such-program");
        int jobs = user.stored().size();

        assertThat(agent.run(Map.of("command", "  ")))
                .isEqualTo(
                        "Error: command is missing or blank; expected the shell command to run."
                                + " Nothing has been started.");
        assertThat(agent.run(Map.of("command", "true", "cwd", file.toString())))
                .isEqualTo(
                        "Background command failed: \"true\" (Error: "
                                + file
                                + " is not a directory)");
        assertThat(user.stored()).hasSize(jobs);
    }

    @Test
    void callFromOutsideTheSessionIsRefusedWithTheWayThereUnlessItIsSilent() {
        long waiting;
        try (StandInAgent other = StandInAgent.startKnown(tmux, user, "gemini-cli-other")) {
            // Nothing is to be typed for a silent command, so nobody needs a pane.
            Map<String, Object> patient =
                    Map.of("command", "echo out; exit 3", "notify", "silent", "wait_seconds", 20);
            assertThat(other.run(patient)).contains("exit code 3", "out");
            waiting =
                    other.runJob(
                            Map.of(
                                    "command", "sleep 300",
                                    "notify", "silent",
                                    "life_span", "with_agent"));
            assertThat(user.run("show", Long.toString(waiting)))
                    .contains("is in no tmux session that nudge types into");

            int jobs = user.stored().size();
            String refusal = "Error: Not running inside tmux session 'gemini-cli'.";
            assertThat(other.run(Map.of("command", "true")))
                    .startsWith(refusal)
                    .contains("'gemini-cli-other'", "tmux new-session -A -s gemini-cli")
                    .contains("notify: \"silent\"");
            assertThat(other.call("watch_output", Map.of("file", "/tmp/none", "pattern", "x")))
                    .startsWith(refusal)
                    .contains("A line that a watch finds is typed", "read_output and pattern")
                    .doesNotContain("background command");
            assertThat(other.call("set_timer", Map.of("in_seconds", 300, "note", "tea")))
                    .startsWith(refusal)
                    .contains("The note of a timer is typed", "notify: \"silent\"")
                    .doesNotContain("background command");
            assertThat(user.stored()).hasSize(jobs);
        }
        assertThat(user.awaitEnd(waiting).path("stop_reason").stringValue())
                .isEqualTo("its agent has ended");
        user.killDaemon();
        assertThat(user.run("ps", "--all")).contains("its agent has ended");
        assertThat(user.log()).doesNotContain("ERROR");
    }

    @Test
    void twoDaemonsAtOnceBecomeOneAndJobsOutliveItAndHeedWhatItIgnores() throws Exception {
        try (NudgeUser alone = NudgeUser.create()) {
            Process first = alone.start("daemon");
            Process second = alone.start("daemon");
            assertThat(first.inputReader().readLine()).isEqualTo("ready");
            assertThat(second.inputReader().readLine()).isEqualTo("ready");
            await().until(() -> first.isAlive() != second.isAlive());
            assertThat(alone.daemonPid()).isEqualTo(first.isAlive() ? first.pid() : second.pid());

            Path gate = alone.folder("home").resolve("gate");
            long waiting = alone.runJob("--", WAITING.formatted(gate) + "exit 5");
            assertThat(alone.run("daemon", "stop")).contains("Its jobs continue.");

            List<String> deaf =
                    new ArrayList<>(List.of("sh", "-c", "trap '' HUP INT TERM; exec \"$@\"", "sh"));
            deaf.addAll(NudgeUser.command("run", "--", "grep SigIgn /proc/self/status"));
            new ShortCommand(Patience.LONG, alone.environment()).run(deaf);
            assertThat(alone.wholeOutput(waiting + 1))
                    .as("of a job of a daemon that was started without these signals")
                    .matches("SigIgn:\\s+[018]*0000000\\s*");

            Files.createFile(gate);
            assertThat(alone.exitCode(waiting)).isEqualTo(5);
        }
    }

    @Test
    void daemonLeavesWhenNobodyNeedsItOrOnlyTheStatusBarAsks() {
        try (NudgeUser brief = NudgeUser.with(Map.of("NUDGE_IDLE_EXIT", "3"))) {
            brief.startDaemon();
            long first = brief.daemonPid();
            await().until(() -> hasEnded(first));
            assertThat(brief.socket()).doesNotExist();

            brief.startDaemon();
            long second = brief.daemonPid();
            await().pollDelay(Duration.ZERO)
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
    void daemonThatEndsWithoutAWordIsExplainedByTheEndOfItsLog() throws IOException {
        String front = NativeFront.install("exit 1").toString();
        try (NudgeUser wrong = NudgeUser.create()) {
            ProcessBuilder ps = wrong.program(List.of(front, "ps")).redirectErrorStream(true);
            assertThat(NudgeUser.text(ps))
                    .contains("it ended without a message")
                    .endsWith("daemon.log):\n(no log)\n");
            Files.writeString(
                    Files.createDirectories(wrong.state()).resolve("daemon.log"),
                    "1".repeat(1024 * 1024) + "\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
            assertThat(NudgeUser.text(ps))
                    .endsWith("daemon.log):\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
        }
    }

    @Test
    void hookIsGivenWhatWaitsOnceAndInOrder() {
        Path pending = user.state().resolve("pending");
        String mark = "glob:**/*-%s*".formatted(agent.pane().substring(1));
        assertThat(pending).isDirectoryNotContaining(mark);
        assertThat(agent.hook()).as("nothing waits").isEmpty();
        long first = agent.runJob(Map.of("command", "echo first"));
        user.awaitEnd(first);
        long second = agent.runJob(Map.of("command", "echo second; exit 2"));
        user.awaitEnd(second);
        assertThat(pending).isDirectoryContaining(mark);

        JsonNode answer = JsonMapper.shared().readTree(agent.hook()).path("hookSpecificOutput");

        assertThat(answer.path("hookEventName").stringValue()).isEqualTo("BeforeAgent");
        assertThat(answer.path("additionalContext").stringValue())
                .containsSubsequence("not from the user", "(Exit code: 2)", "[second]", "[first]");
        assertThat(user.value(first, "nudge")).isEqualTo("handed_over");
        assertThat(user.value(second, "nudge")).isEqualTo("handed_over");
        assertThat(pending).isDirectoryNotContaining(mark);
        assertThat(agent.hook()).as("told already").isEmpty();
    }
}
