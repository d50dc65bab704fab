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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
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
                        + " ls /proc/self/fd | tr '\\n' ' '; ps -o pid=,pgid=,sid=,tpgid= -p $$; ";
        String ask = "read -p 'Name? ' name; echo \"Hello, $name.\"; ";
        String draw =
                "printf '10 %%\\r50 %%\\r'; printf '\\033[32m100 %%\\033[0m\\n';"
                        + " printf '\\033[?1049hfull\\033[?1049l'; echo done; exit 3";
        assertThat(agent.run(onTerminal(look + ask + draw))).contains("started", "send_input");
        long job = user.stored().size();
        user.awaitOutput(job, "Name? ");
        assertThat(
                        agent.call(
                                "send_input",
                                Map.of("job", job, "text", "Bob", "keys", List.of("Enter"))))
                .contains("Typed into job " + job, "Name? Bob");
        assertThat(user.exitCode(job)).isEqualTo(3);
        List<String> lines = user.output(job).lines().toList();
        assertThat(lines.get(0)).isEqualTo("30 120");
        assertThat(lines.get(1)).startsWith("/dev/pts/");
        assertThat(lines.get(2)).isEqualTo("xterm-256color " + job);
        assertThat(lines.get(3)).startsWith("0 1 2 3 ");
        assertThat(lines.get(3).substring("0 1 2 3 ".length()).strip().split(" +", -1))
                .hasSize(4)
                .containsOnly(Long.toString(user.record(job).path("pid").longValue()));
        assertThat(agent.call("send_input", Map.of("job", job, "text", "x")))
                .contains("job %d has ended".formatted(job), "Nothing has been typed.");

        // What is told has no escape sequences; the log has all of them.
        agent.awaitTold("(Exit code: 3)", "Name? Bob Hello, Bob. 100 % done]");
        assertThat(user.run("logs", "--text", "" + job)).endsWith("Hello, Bob.\n100 %\ndone\n");
        assertThat(user.run("logs", "--text", "-n", "1", "" + job)).isEqualTo("done\n");
        assertThat(user.output(job)).contains("\u001b[32m100 %");

        // What cannot be typed is explained.
        long plain = agent.runJob(Map.of("command", "sleep 300"));
        long cat = agent.runJob(onTerminal("cat"));
        assertThat(agent.call("send_input", Map.of("job", plain, "text", "x")))
                .contains("job %d has no terminal".formatted(plain), "interactive: true");
        assertThat(agent.call("send_input", Map.of("job", cat, "keys", List.of("Entre"))))
                .contains("No key \"Entre\"", "Enter");
        assertThat(agent.call("send_input", Map.of("job", cat))).contains("nothing to type", "eof");
        assertThat(user.fail("send", "" + plain, "x")).contains("has no terminal", "--pty");
        agent.call("send_input", Map.of("job", cat, "text", "one", "keys", "Enter"));
        agent.call("send_input", Map.of("job", cat, "eof", true));
        assertThat(user.exitCode(cat)).isZero();
        assertThat(user.output(cat)).isEqualTo("one\r\none\r\n");

        // Job and terminal survive the daemon.
        long last =
                agent.runJob(
                        onTerminal(
                                "read -p '1? ' a; read -p '2? ' b; echo $a$b; read x; seq 1 2000; read y; echo \"got $y\"; exit 8"));
        user.awaitOutput(last, "1? ");
        user.killDaemon();
        agent.call("send_input", Map.of("job", last, "text", "x", "keys", List.of("Enter")));
        user.awaitOutput(last, "2? ");
        user.run("send", "@last", "y", "-k", "Enter");
        user.awaitOutput(last, "xy\r\n");

        // A holder that is stopped is not waited for long, and loses nothing.
        long holder = user.terminalHost(last);
        user.run("send", "@last", "-k", "Enter");
        NudgeUser.signal("STOP", holder);
        assertThat(agent.call("send_input", Map.of("job", last, "text", "x", "keys", "Enter")))
                .contains("not known whether this was typed", "has not answered for 10 s");
        NudgeUser.signal("CONT", holder);
        assertThat(user.exitCode(last)).isEqualTo(8);
        assertThat(user.output(last)).contains("got x").contains("\n1999\r\n2000\r\n");
    }

    /// Silence delays the end by two seconds, and a process that keeps writing by ten.
    @Test
    void terminalEndsSoonAfterItsJobAndEndsItsJob() throws IOException {
        Path gate = user.folder("gate").resolve("open");
        Instant begin = Instant.now();
        long silent = onTerminalOf("trap '' HUP; sleep 300 & echo main; exit 6");
        long late =
                onTerminalOf(
                        "trap '' HUP; (until [ -e %s ]; do sleep 0.5; echo late; done; echo last) & exit 7"
                                .formatted(gate));
        assertThat(user.exitCode(silent)).isEqualTo(6);
        assertThat(Duration.between(begin, Instant.now()))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(user.output(silent)).isEqualTo("main\r\n");
        assertThat(user.job(silent).resolve("host.log"))
                .content()
                .contains("Output drain of job %d stalled after its exit".formatted(silent));

        // A key follows the mode that the program has set, or is a signal.
        long keys =
                onTerminalOf(
                        "stty -icanon -echo; printf ready; head -c 3 | cat -v; printf '\\033[?1hset'; cat -v");
        user.awaitOutput(keys, "ready");
        user.run("send", "@last", "-k", "Up");
        user.awaitOutput(keys, "^[[A");
        user.awaitOutput(keys, "set");
        user.run("send", "@last", "-k", "Up");
        user.awaitOutput(keys, "^[OA");
        user.run("send", "@last", "-k", "C-c");
        assertThat(user.valueAtEnd(keys, "signal")).isEqualTo("SIGINT");

        // A kill leaves nothing on the terminal or in its session.
        long killed =
                onTerminalOf("trap '' TERM HUP; setsid sleep 301 & sleep 302 & echo up; sleep 303");
        user.awaitOutput(killed, "up");
        long holder = user.terminalHost(killed);
        assertThat(user.run("kill", "--grace", "0", "@last")).contains("signal SIGKILL");
        await().until(() -> new ProcessTable().identify(holder).isEmpty());
        assertThat(List.of("sleep 301", "sleep 302", "sleep 303"))
                .allSatisfy(sleep -> assertThat(user.running(sleep)).isEmpty());

        // The death of its holder is the end of the job.
        long orphan = onTerminalOf("echo up; sleep 300");
        user.awaitOutput(orphan, "up");
        NudgeUser.signal("KILL", user.terminalHost(orphan));
        assertThat(user.valueAtEnd(orphan, "signal")).isEqualTo("SIGHUP");

        assertThat(user.exitCode(late)).isEqualTo(7);
        Path log = user.job(late).resolve("host.log");
        assertThat(Files.getLastModifiedTime(log).toInstant())
                .isAfter(Instant.parse(user.value(late, "ended_at")).plusSeconds(9));
        assertThat(user.output(late)).contains("late").doesNotContain("last");
        assertThat(log).content().contains("job %d was cut".formatted(late));
        Files.createFile(gate);
        user.awaitOutput(late, "last");
    }

    private long onTerminalOf(String command) {
        return user.runJob("--pty", "--", command);
    }

    @Test
    void withoutATerminalTheJobRunsAsAPlainOneAndSaysSo() {
        Map<String, String> environment = new HashMap<>(user.environment());
        environment.put("NUDGE_PTY", "off");
        try (StandInAgent agent =
                StandInAgent.start(
                        user, script -> tmux.newSession("off", 100, 30, environment, script))) {
            Map<String, Object> order = new HashMap<>(onTerminal("tty; exit 4"));
            order.put("notify", "silent"); // as it is not in the session
            assertThat(agent.run(order))
                    .contains("Warning: it runs without a terminal (NUDGE_PTY is off)");
            long job = user.stored().size();
            assertThat(user.exitCode(job)).isEqualTo(4);
            assertThat(user.output(job))
                    .isEqualTo(
                            "[NUDGE_WARNING] PTY execution failed, running without a terminal: NUDGE_PTY is off\nnot a tty\n");
        }
    }
}
