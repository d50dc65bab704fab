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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PtyJobIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private static Map<String, Object> onTerminal(String command) {
        return Map.of("command", command, "interactive", true);
    }

    @Test
    void agentWritesToATerminalAndIsToldWhatItShowsThoughDaemonAndHolderFail() {
        StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");
        String look =
                "stty size; tty; echo $TERM $PAGER $GIT_PAGER $GEMINI_CLI $NUDGE_JOB;"
                        + " ls /proc/self/fd | tr '\\n' ' '; ps -o pid=,pgid=,sid=,tpgid= -p $$";
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

        // What is told has no escape sequences; the log has all of them.
        agent.run(
                onTerminal(
                        "printf '10 %%\\r50 %%\\r'; printf '\\033[32m100 %%\\033[0m\\n';"
                                + " printf '\\033[?1049hfull\\033[?1049l'; echo done"));
        user.awaitEnd(3);
        agent.awaitTold("Output: [100 % done]");
        assertThat(user.run("logs", "--text", "3")).isEqualTo("100 %\ndone\n");
        assertThat(user.run("logs", "--text", "-n", "1", "3")).isEqualTo("done\n");
        assertThat(user.run("logs", "3")).contains("\u001b[32m100 %");

        // What cannot be started or typed is explained.
        assertThat(
                        agent.run(
                                Map.of(
                                        "command",
                                        "pwd",
                                        "interactive",
                                        true,
                                        "cwd",
                                        "/no/such/place")))
                .contains("/no/such/place does not exist");
        agent.run(Map.of("command", "sleep 300"));
        agent.run(onTerminal("cat"));
        assertThat(agent.call("send_input", Map.of("job", 4, "text", "x")))
                .contains("job 4 has no terminal", "interactive: true");
        assertThat(agent.call("send_input", Map.of("job", 5, "keys", List.of("Entre"))))
                .contains("No key \"Entre\"", "Enter");
        assertThat(agent.call("send_input", Map.of("job", 5))).contains("nothing to type", "eof");
        assertThat(user.fail("send", "4", "x")).contains("Job 4 has no terminal", "--pty");
        agent.call("send_input", Map.of("job", 5, "text", "one", "keys", "Enter"));
        agent.call("send_input", Map.of("job", 5, "eof", true));
        assertThat(user.exitCode(5)).isZero();
        assertThat(user.output(5)).isEqualTo("one\r\none\r\n");

        // Job and terminal survive the daemon.
        agent.run(onTerminal("read -p '1? ' a; read -p '2? ' b; echo $a$b; exit 5"));
        user.awaitOutput(6, "1? ");
        user.killDaemon();
        agent.call("send_input", Map.of("job", 6, "text", "x", "keys", List.of("Enter")));
        user.awaitOutput(6, "2? ");
        user.killDaemon();
        user.run("send", "6", "y", "-k", "Enter");
        assertThat(user.exitCode(6)).isEqualTo(5);
        assertThat(user.output(6)).endsWith("xy\r\n");

        // A holder that is stopped is not waited for long, and loses nothing.
        agent.run(onTerminal("read x; seq 1 2000; read y; echo \"got $y\"; exit 8"));
        await().until(() -> Files.exists(user.job(7).resolve("terminal")));
        long holder = user.terminalHost(7);
        user.run("send", "7", "-k", "Enter");
        NudgeUser.signal("STOP", holder);
        assertThat(agent.call("send_input", Map.of("job", 7, "text", "x", "keys", "Enter")))
                .contains("not known whether this was typed", "has not answered for 10 s");
        NudgeUser.signal("CONT", holder);
        assertThat(user.exitCode(7)).isEqualTo(8);
        assertThat(user.output(7)).contains("got x").contains("\n1999\r\n2000\r\n");
    }

    /// Silence delays the end by two seconds, and a process that keeps writing by ten.
    @Test
    void terminalEndsSoonAfterItsJobAndEndsItsJob() throws IOException {
        Path gate = user.folder("gate").resolve("open");
        Instant begin = Instant.now();
        user.runJob("--pty", "--", "trap '' HUP; sleep 300 & echo main; exit 6");
        user.runJob(
                "--pty",
                "--",
                "trap '' HUP; (until [ -e %s ]; do sleep 0.5; echo late; done; echo last) & exit 7"
                        .formatted(gate));
        assertThat(user.exitCode(1)).isEqualTo(6);
        assertThat(Duration.between(begin, Instant.now()))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(user.output(1)).isEqualTo("main\r\n");
        assertThat(user.job(1).resolve("host.log"))
                .content()
                .contains("Output drain of job 1 stalled after its exit");

        // A key follows the mode that the program has set, or is a signal.
        user.runJob(
                "--pty",
                "--",
                "stty -icanon -echo; printf ready; head -c 3 | cat -v; printf '\\033[?1hset'; cat -v");
        user.awaitOutput(3, "ready");
        user.run("send", "3", "-k", "Up");
        user.awaitOutput(3, "^[[A");
        user.awaitOutput(3, "set");
        user.run("send", "3", "-k", "Up");
        user.awaitOutput(3, "^[OA");
        user.run("send", "3", "-k", "C-c");
        assertThat(user.awaitEnd(3).path("signal").stringValue()).isEqualTo("SIGINT");

        // A kill leaves nothing on the terminal or in its session.
        user.runJob(
                "--pty",
                "--",
                "trap '' TERM HUP; setsid sleep 301 & sleep 302 & echo up; sleep 303");
        user.awaitOutput(4, "up");
        long holder = user.terminalHost(4);
        assertThat(user.run("kill", "--grace", "0", "4")).contains("signal SIGKILL");
        await().until(() -> new ProcessTable().identify(holder).isEmpty());
        assertThat(List.of("sleep 301", "sleep 302", "sleep 303"))
                .allSatisfy(sleep -> assertThat(user.running(sleep)).isEmpty());

        // The death of its holder is the end of the job.
        user.runJob("--pty", "--", "echo up; sleep 300");
        user.awaitOutput(5, "up");
        NudgeUser.signal("KILL", user.terminalHost(5));
        assertThat(user.awaitEnd(5).path("signal").stringValue()).isEqualTo("SIGHUP");

        assertThat(user.exitCode(2)).isEqualTo(7);
        Path log = user.job(2).resolve("host.log");
        assertThat(Files.getLastModifiedTime(log).toInstant())
                .isAfter(Instant.parse(user.value(2, "ended_at")).plusSeconds(9));
        assertThat(user.output(2)).contains("late").doesNotContain("last");
        assertThat(log).content().contains("job 2 was cut");
        Files.createFile(gate);
        user.awaitOutput(2, "last");
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
}
