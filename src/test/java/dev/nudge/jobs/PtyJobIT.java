package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PtyJobIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    private static Map<String, Object> onTerminal(String command) {
        return Map.of("command", command, "interactive", true);
    }

    @Test
    @DisplayName("A job has a terminal of its own, to which its agent writes and which it reads")
    void agentAnswersAPromptAndIsToldWhatTheTerminalShows() {
        String look =
                "stty size; tty; echo $TERM $PAGER $GIT_PAGER $GEMINI_CLI $NUDGE_JOB;"
                        + " ls /proc/self/fd | tr '\\n' ' '; ps -o pid=,pgid=,sid=,tpgid= -p $$";
        StandInAgent agent = agent();
        assertThat(agent.run(onTerminal(look))).contains("started", "send_input");
        assertThat(user.exitCode(1)).isZero();

        List<String> lines = user.output(1).lines().toList();
        assertThat(lines.get(0)).isEqualTo("30 120");
        assertThat(lines.get(1)).startsWith("/dev/pts/");
        assertThat(lines.get(2)).isEqualTo("xterm-256color 1");
        assertThat(lines.get(3)).startsWith("0 1 2 3 ");
        assertThat(lines.get(3).substring("0 1 2 3 ".length()).strip().split(" +", -1))
                .hasSize(4)
                .containsOnly(Long.toString(user.record(1).path("pid").longValue()));

        agent.awaitTold("(Exit code: 0)");

        agent.run(onTerminal("read -p 'Name? ' name; echo \"Hello, $name.\"; exit 3"));
        user.awaitOutput(2, "Name? ");
        assertThat(
                        agent.call(
                                "send_input",
                                Map.of("job", 2, "text", "Bob", "keys", List.of("Enter"))))
                .contains("Typed into job 2", "Name? Bob");
        assertThat(user.exitCode(2)).isEqualTo(3);
        agent.awaitTold("(Exit code: 3)", "Hello, Bob.");
        assertThat(agent.call("send_input", Map.of("job", 2, "text", "x")))
                .contains("job 2 has ended", "Nothing has been typed.");
    }

    @Test
    @DisplayName("The final text has no escape sequences; the log has all of them")
    void whatIsToldIsWhatTheTerminalShows() {
        StandInAgent agent = agent();
        agent.run(
                onTerminal(
                        "printf '10 %%\\r50 %%\\r'; printf '\\033[32m100 %%\\033[0m\\n';"
                                + " printf '\\033[?1049hfull\\033[?1049l'; echo done"));
        user.awaitEnd(1);
        agent.awaitTold("Output: [100 % done]");
        assertThat(user.run("logs", "--text", "1")).isEqualTo("100 %\ndone\n");
        assertThat(user.run("logs", "--text", "-n", "1", "1")).isEqualTo("done\n");
        assertThat(user.run("logs", "1")).contains("\u001b[32m100 %");
    }

    @Test
    @DisplayName("A job that cannot be started is an error at once")
    void whatCannotBeStartedOrTypedIsExplained() {
        StandInAgent agent = agent();
        Map<String, Object> nowhere = new HashMap<>(onTerminal("pwd"));
        nowhere.put("cwd", "/no/such/place");
        assertThat(agent.run(nowhere)).contains("/no/such/place does not exist");
        agent.run(Map.of("command", "sleep 300"));
        agent.run(onTerminal("cat"));

        assertThat(agent.call("send_input", Map.of("job", 1, "text", "x")))
                .contains("job 1 has no terminal", "interactive: true");
        assertThat(agent.call("send_input", Map.of("job", 2, "keys", List.of("Entre"))))
                .contains("No key \"Entre\"", "Enter");
        assertThat(agent.call("send_input", Map.of("job", 2))).contains("nothing to type", "eof");
        assertThat(user.fail("send", "1", "x")).contains("Job 1 has no terminal", "--pty");
        agent.call("send_input", Map.of("job", 2, "text", "one", "keys", "Enter"));
        agent.call("send_input", Map.of("job", 2, "eof", true));
        assertThat(user.exitCode(2)).isZero();
        assertThat(user.output(2)).isEqualTo("one\r\none\r\n");
    }

    @Test
    @DisplayName("Arrow keys follow the mode that the program has set, and a signal is the exit")
    void keysAreThoseOfTheModeThatTheProgramHasSetOrSignals() {
        user.run("run", "--pty", "--", "sh -c 'stty -icanon -echo; printf ready; cat -v'");
        user.awaitOutput(1, "ready");
        user.run("send", "1", "-k", "Up");
        user.awaitOutput(1, "^[[A");
        user.runJob("--pty", "--", "sh -c 'stty -icanon -echo; printf \"\\033[?1hready\"; cat -v'");
        user.awaitOutput(2, "ready");
        user.run("send", "2", "-k", "Up");
        user.awaitOutput(2, "^[OA");

        user.run("run", "--pty", "--", "sleep", "300");
        user.run("run", "--pty", "--", "sleep", "300");
        user.awaitState(4, "running");
        user.run("send", "3", "-k", "C-c");
        user.run("send", "4", "-k", "C-\\");
        assertThat(user.awaitEnd(3).path("signal").stringValue()).isEqualTo("SIGINT");
        assertThat(user.awaitEnd(4).path("signal").stringValue()).isEqualTo("SIGQUIT");
    }

    @Test
    @DisplayName("A kill leaves nothing on the terminal or in its session")
    void killLeavesNothingOnTheTerminal() {
        user.run(
                "run",
                "--pty",
                "--",
                "trap '' TERM HUP; setsid sleep 301 & sleep 302 & echo up; sleep 303");
        user.awaitOutput(1, "up");
        long host = user.terminalHost(1);

        assertThat(user.run("kill", "--grace", "0", "1")).contains("signal SIGKILL");

        await().until(() -> new ProcessTable().identify(host).isEmpty());
        assertThat(
                        ProcessHandle.allProcesses()
                                .filter(p -> user.owns(p.pid()))
                                .filter(p ->
                                        p.info()
                                                .commandLine()
                                                .orElse("")
                                                .matches(".*sleep 30[123]$")))
                .isEmpty();
    }

    @Test
    void jobAndTerminalSurviveTheDaemon() {
        StandInAgent agent = agent();
        agent.run(onTerminal("read -p '1? ' a; read -p '2? ' b; echo $a$b; exit 5"));
        user.awaitOutput(1, "1? ");
        user.killDaemon();
        agent.call("send_input", Map.of("job", 1, "text", "x", "keys", List.of("Enter")));
        user.awaitOutput(1, "2? ");
        user.killDaemon();
        user.run("send", "1", "y", "-k", "Enter");
        assertThat(user.exitCode(1)).isEqualTo(5);
        assertThat(user.output(1)).endsWith("xy\r\n");
    }

    @Test
    void deathOfTheTerminalsHostIsTheEndOfTheJobAndIsRecorded() {
        user.run("run", "--pty", "--", "echo up; sleep 300");
        user.awaitOutput(1, "up");

        NudgeUser.signal("KILL", user.terminalHost(1));

        assertThat(user.awaitEnd(1).path("signal").stringValue()).isEqualTo("SIGHUP");
    }

    @Test
    void withoutATerminalTheJobRunsAsAPlainOneAndSaysSo() {
        try (NudgeUser without = NudgeUser.with(Map.of("NUDGE_PTY", "off"));
                StandInAgent agent = StandInAgent.start(tmux, without, "gemini-cli")) {
            assertThat(agent.run(onTerminal("tty; exit 4")))
                    .contains("Warning: it runs without a terminal (NUDGE_PTY is off)");
            assertThat(without.awaitEnd(1).path("exit_code").intValue()).isEqualTo(4);
            assertThat(without.run("logs", "1"))
                    .isEqualTo(
                            "[NUDGE_WARNING] PTY execution failed, running without a terminal: NUDGE_PTY is off\nnot a tty\n");
        }
    }

    /// Silence delays the end by two seconds, and a process that keeps writing by ten.
    @Test
    @DisplayName("What holds the terminal open delays the end, which is logged, and loses nothing")
    void processThatHoldsTheTerminalDoesNotHoldUpTheEndForLong() throws IOException {
        Path gate = user.folder("gate").resolve("open");
        Instant begin = Instant.now();
        user.run("run", "--pty", "--", "trap '' HUP; sleep 300 & echo main; exit 6");
        user.run(
                "run",
                "--pty",
                "--",
                "trap '' HUP; (until [ -e %s ]; do sleep 0.5; echo late; done; echo last) & exit 7"
                        .formatted(gate));

        assertThat(user.exitCode(1)).isEqualTo(6);
        assertThat(Duration.between(begin, Instant.now()))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(user.output(1)).isEqualTo("main\r\n");
        assertThat(Files.readString(user.job(1).resolve("host.log")))
                .contains("Output drain of job 1 stalled after its exit");

        assertThat(user.exitCode(2)).isEqualTo(7);
        assertThat(Duration.between(begin, Instant.now()))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(10));
        assertThat(user.output(2)).contains("late").doesNotContain("last");
        assertThat(Files.readString(user.job(2).resolve("host.log"))).contains("job 2 was cut");
        Files.createFile(gate);
        user.awaitOutput(2, "last");
    }

    @Test
    @DisplayName("A host that is stopped is not waited for long, and loses nothing")
    void inputForATerminalWhoseHostIsStoppedIsAnsweredInTimeAndNothingIsLost() {
        StandInAgent agent = agent();
        agent.run(onTerminal("read x; seq 1 2000; read y; echo \"got $y\"; exit 8"));
        await().until(() -> Files.exists(user.job(1).resolve("terminal")));
        long host = user.terminalHost(1);
        user.run("send", "1", "-k", "Enter");
        NudgeUser.signal("STOP", host);

        assertThat(agent.call("send_input", Map.of("job", 1, "text", "x", "keys", "Enter")))
                .contains("not known whether this was typed", "has not answered for 10 s");

        NudgeUser.signal("CONT", host);
        assertThat(user.exitCode(1)).isEqualTo(8);
        assertThat(user.output(1)).contains("got x").contains("\n1999\r\n2000\r\n");
    }
}
