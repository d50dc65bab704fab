package dev.nudge.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Telling;
import dev.nudge.notify.Notifier.CommandHook;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final TmuxServerFixture outer = TmuxServerFixture.start();
    private final Path told = user.folder("told");

    private void set(String settings) throws IOException {
        Files.writeString(user.folder("home/.config/nudge").resolve("config.toml"), settings);
    }

    private void setCommand(String command, String more) throws IOException {
        set("notify_command = '''" + command + "'''\n" + more);
    }

    /// A command that leaves its input, whole, in a file of its own.
    private String keep() {
        return "cat >%1$s/$$.new; pwd >%1$s/cwd; mv %1$s/$$.new %1$s/$$.json".formatted(told);
    }

    /// Lists the notices, the oldest first.
    private List<JsonNode> notices() {
        try (Stream<Path> files = Files.list(told)) {
            return files.filter(f -> f.toString().endsWith(".json"))
                    .sorted(Comparator.comparing(f -> f.toFile().lastModified()))
                    .map(f -> JsonMapper.shared().readTree(f.toFile()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode awaitNotice(int number) {
        return await().atMost(PATIENCE).until(this::notices, n -> n.size() == number).getLast();
    }

    private void awaitLog(String part) {
        await().atMost(PATIENCE).until(user::log, log -> log.contains(part));
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
        setCommand(keep(), "notify_on = \"failed\"\n");
        user.run("run", "--", "true");
        user.awaitEnd(1);

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
    void commandThatHangsIsCutOffAndHoldsNobodyUpAndOneThatFailsIsLoggedWithItsWords()
            throws IOException {
        setCommand(
                "case $(cat) in *hanging*) sleep 77;; *failing*) echo nobody listens; exit 9;; esac;"
                        + " echo >>"
                        + told
                        + "/quick",
                "");
        for (int i = 0; i < 3; i++) {
            user.run("run", "--", ": hanging");
        }
        user.run("run", "--", "true");
        await().atMost(PATIENCE).until(() -> Files.exists(told.resolve("quick")));
        user.run("run", "--", ": failing");

        awaitLog("notify_command for job 5 (ended): it ended with exit code 9: nobody listens");
        awaitLog("notify_command for job 3 (ended): it took over 10 s");
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(ProcessHandle.allProcesses())
                                .noneMatch(p ->
                                        p.info().commandLine().orElse("").endsWith("sleep 77")
                                                && user.owns(p.pid())));
    }

    @Test
    void daemonThatEndsLeavesNoCommandBehind() throws IOException {
        setCommand(
                "echo $$ >" + told + "/pid.new; mv " + told + "/pid.new " + told + "/pid; sleep 78",
                "");
        user.run("run", "--", "true");
        Path pid = told.resolve("pid");
        await().atMost(PATIENCE).until(() -> Files.exists(pid));
        long command = Long.parseLong(Files.readString(pid).strip());

        user.run("daemon", "stop");

        await().atMost(PATIENCE).until(() -> new ProcessTable().identify(command).isEmpty());
    }

    /// Attaches a client on a terminal that keeps a record of everything that is written to it.
    private Path watch(String session, String pid) {
        Path record = user.folder("records").resolve(pid);
        outer.newSession(
                pid,
                100,
                30,
                Map.of(),
                "env -u TMUX script -q -f -c 'tmux -L %s attach -t \"=%s\"' %s; true"
                        .formatted(tmux.socketName(), session, record));
        await().atMost(PATIENCE)
                .until(() -> tmux.tmux("list-clients", "-t", "=" + session), c -> !c.isEmpty());
        await().atMost(PATIENCE).until(() -> Files.exists(record));
        return record;
    }

    private static boolean holds(Path record, String text) {
        try {
            return Files.readString(record).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void terminalOfTheSessionShowsANotificationAndRings() throws IOException {
        set("desktop = \"osc9\"\nbell = true\n");
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Path record = watch("gemini-cli", "one");
            Path other = watch(otherSession(), "two");
            agent.run(Map.of("command", "printf '\033]0;x\007'; exit 3"));

            await().atMost(PATIENCE)
                    .until(() ->
                            holds(
                                    record,
                                    "\033]9;nudge: job 1 failed (exit code 3): printf ']0;x'; exit 3\007\007"));
            assertThat(holds(other, "nudge: job")).isFalse();
        }
    }

    private String otherSession() {
        tmux.newSession("other", 80, 24, Map.of(), "exec cat");
        return "other";
    }

    @Test
    void terminalThatDoesNotReadHoldsNobodyUp() throws Exception {
        setCommand(keep(), "bell = true\n");
        try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            watch("gemini-cli", "stuck");
            String tty = tmux.tmux("list-clients", "-F", "#{client_tty}").strip();
            long script = childOf(Long.parseLong(outer.displayMessage("stuck", "#{pane_pid}")));
            NudgeUser.signal("STOP", script);
            Process filler =
                    new ProcessBuilder("sh", "-c", "exec head -c 200000 /dev/zero >" + tty).start();
            try {
                await().atMost(PATIENCE).until(() -> isHeldUp(filler.pid()));
                agent.run(Map.of("command", "true"));

                awaitNotice(1);
                awaitLog("terminal " + tty + " was not notified: it took over 2 s");
                assertThat(agent.run(Map.of("command", "echo on"))).contains("This is job 2");
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

    /// Not the process of the pane itself: when that is stopped, tmux makes it go on.
    private static long childOf(long shell) {
        return ProcessHandle.of(shell).orElseThrow().children().findFirst().orElseThrow().pid();
    }
}
