package dev.nudge.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Telling;
import dev.nudge.notify.Notifier.CommandHook;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Notices of a real daemon, to a real sh and to the terminals of real tmux clients.
class NotifierIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path told = user.folder("told");

    private void set(String command, String more) throws IOException {
        Files.writeString(
                user.folder("home/.config/nudge").resolve("config.toml"),
                "notify_command = '''" + command + "'''\n" + more);
    }

    /// A command that leaves its input, whole, in a file of its own.
    private String keep() {
        return "cat >%1$s/$$.new; pwd >%1$s/cwd; mv %1$s/$$.new %1$s/$$.json".formatted(told);
    }

    /// Lists the notices, the oldest first.
    private List<JsonNode> notices() throws IOException {
        try (Stream<Path> files = Files.list(told)) {
            return files.filter(f -> f.toString().endsWith(".json"))
                    .sorted(Comparator.comparing(f -> f.toFile().lastModified()))
                    .map(f -> JsonMapper.shared().readTree(f.toFile()))
                    .toList();
        }
    }

    private JsonNode awaitNotice(int number) {
        return await().until(this::notices, n -> n.size() == number).getLast();
    }

    private void awaitLog(String part) {
        await().until(user::log, log -> log.contains(part));
    }

    @Test
    void commandForAJobInADirectoryThatIsNotUtf8RunsInTheRoot() throws Exception {
        JobSpec spec =
                new JobSpec(
                        "true",
                        user.folder("home") + "/caf\udce9",
                        Optional.empty(),
                        Telling.SILENT,
                        JobLimits.NONE,
                        Optional.empty());
        Files.createDirectories(Bytes.path(spec.cwd()));
        Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "A\udce9", "caf\udce9");

        new CommandHook(keep(), _ -> environment)
                .run(new Notice("ended", SomeJob.running(1, spec, Optional.empty())));

        assertThat(told.resolve("cwd")).hasContent("/\n");
        assertThat(notices().getFirst().path("cwd").stringValue("")).endsWith("/caf\\xe9");
        assertThat(notices().getFirst().has("cwd_base64")).isTrue();
    }

    @Test
    void commandReadsInTheJobsDirectoryOfFailuresAndQuestionsOnlyIfThatIsWanted()
            throws IOException {
        set(keep(), "notify_on = \"failed\"\n");
        user.run("run", "--wait", "--", "true");

        user.run("run", "--", "cd " + user.folder("project") + " && exit 3");
        JsonNode ended = awaitNotice(1);
        assertThat(ended.path("event").stringValue()).isEqualTo("ended");
        assertThat(ended.path("exit_code").intValue()).isEqualTo(3);
        assertThat(told.resolve("cwd")).hasContent(ended.path("cwd").stringValue() + "\n");

        user.run("run", "--pty", "--", "read -r -p 'name? ' name; exit 4");
        JsonNode asks = awaitNotice(2);
        assertThat(asks.path("event").stringValue()).isEqualTo("asks");
        assertThat(asks.path("question").path("prompt").stringValue()).startsWith("name?");

        user.run("send", "3", "x", "-k", "Enter");
        awaitNotice(3);
        assertThat(notices()).extracting(n -> n.path("job").intValue()).containsExactly(2, 3, 3);
    }

    @Test
    void commandThatHangsIsCutOffOrEndedWithTheDaemonAndOneThatFailsIsLoggedWithItsWords()
            throws IOException {
        set(
                "case $(cat) in *hanging*) sleep 7700;; *failing*) echo nobody listens; exit 9;; esac;"
                        + " echo >>"
                        + told
                        + "/quick",
                "");
        for (int i = 0; i < 3; i++) {
            user.run("run", "--", ": hanging");
        }
        user.run("run", "--", "true");
        await().until(() -> Files.exists(told.resolve("quick")));
        user.run("run", "--", ": failing");

        awaitLog("notify_command for job 5 (ended): it ended with exit code 9: nobody listens");
        awaitLog("notify_command for job 3 (ended): it took over 10 s");
        await().until(() -> user.running("sleep 7700").isEmpty());

        user.run("run", "--", ": hanging");
        await().until(() -> !user.running("sleep 7700").isEmpty());
        user.run("daemon", "stop");
        await().until(() -> user.running("sleep 7700").isEmpty());
    }

    /// Attaches a client on a terminal that keeps a record of everything that is written to it.
    private Path watch(TmuxServerFixture tmux, TmuxServerFixture outer, String session) {
        Path record = user.folder("records").resolve(session);
        outer.newSession(
                session,
                100,
                30,
                Map.of(),
                "env -u TMUX script -q -f -c 'tmux -L %s attach -t \"=%s\"' %s; true"
                        .formatted(tmux.socketName(), session, record));
        await().until(() -> tmux.tmux("list-clients", "-t", "=" + session), c -> !c.isEmpty());
        await().until(() -> Files.exists(record));
        return record;
    }

    @Test
    void terminalOfTheSessionShowsANotificationAndRingsAndOneThatDoesNotReadHoldsNobodyUp()
            throws Exception {
        set(keep(), "desktop = \"osc9\"\nbell = true\n");
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                TmuxServerFixture outer = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            tmux.newSession("other", 80, 24, Map.of(), "exec cat");
            Path record = watch(tmux, outer, "gemini-cli");
            Path other = watch(tmux, outer, "other");
            agent.run(Map.of("command", "printf '\033]0;x\007'; exit 3"));

            await().until(
                            () -> Files.readString(record),
                            text ->
                                    text.contains(
                                            "\033]9;nudge: job 1 failed (exit code 3): printf ']0;x'; exit 3\007\007"));
            assertThat(other).content().doesNotContain("nudge: job");

            String tty =
                    tmux.tmux("list-clients", "-t", "=gemini-cli", "-F", "#{client_tty}").strip();
            // Not the process of the pane itself: when that is stopped, tmux has it continue.
            long shell = Long.parseLong(outer.displayMessage("gemini-cli", "#{pane_pid}"));
            long script =
                    ProcessHandle.of(shell)
                            .orElseThrow()
                            .children()
                            .findFirst()
                            .orElseThrow()
                            .pid();
            NudgeUser.signal("STOP", script);
            Process filler =
                    new ProcessBuilder("sh", "-c", "exec head -c 200000 /dev/zero >" + tty).start();
            try {
                await().until(() -> isHeldUp(filler.pid()));
                agent.run(Map.of("command", "true"));

                awaitNotice(2);
                awaitLog("terminal " + tty + " was not notified: it took over 2 s");
                assertThat(agent.run(Map.of("command", "echo on"))).contains("This is job 3");
            } finally {
                filler.destroyForcibly().waitFor();
                NudgeUser.signal("CONT", script);
            }
        }
    }

    /// Returns whether head(1) waits, which reads what is always there: the terminal takes no more.
    private static boolean isHeldUp(long pid) throws IOException {
        return Files.readString(Path.of("/proc/%d/stat".formatted(pid))).contains(" (head) S ");
    }
}
