package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs that are paused while they run, in a real daemon.
class PauseIT {
    private static final Duration PATIENCE = Patience.LONG;

    /// Three processes: a shell, one in its group, and one in a session of its own.
    private static final String FAMILY =
            "echo $$; sleep 300 & echo $!; setsid sh -c 'echo $$; exec sleep 301' & wait";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private long run(String... words) {
        return Long.parseLong(
                user.run(Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new))
                        .strip());
    }

    private List<Long> family(long job) throws IOException {
        Path log = user.job(job).resolve("output.log");
        await().atMost(PATIENCE).until(() -> Files.readAllLines(log).size() >= 3);
        return Files.readAllLines(log).stream().map(Long::valueOf).toList();
    }

    private static boolean isStill(long pid) {
        ProcessTable table = new ProcessTable();
        return table.identify(pid).filter(table::isStill).isPresent();
    }

    private static boolean moves(long pid) {
        ProcessTable table = new ProcessTable();
        return table.identify(pid).filter(id -> !table.isStill(id)).isPresent();
    }

    private String state(long job) {
        return user.record(job).path("state").stringValue("");
    }

    private static void signal(String signal, long pid) {
        new ShortCommand(PATIENCE, System.getenv())
                .run(List.of("kill", "-" + signal, Long.toString(pid)));
    }

    /// Those that are being started while their group is paused are paused too, or wait.
    @Test
    void noJobRunsInAGroupThatHasBeenPaused() throws Exception {
        for (int round = 0; round < 8; round++) {
            List<Process> starts =
                    Stream.generate(() -> user.start("run", "sleep 300")).limit(6).toList();
            boolean _ = starts.getFirst().waitFor(10L * round, TimeUnit.MILLISECONDS);
            user.run("pause", "--running", "default");
            for (Process start : starts) {
                assertThat(start.waitFor(PATIENCE)).isTrue();
            }

            assertThat(user.run("ps", "--state", "running")).contains("No such jobs");
            user.run("resume", "default");
            user.run("kill", "--all");
        }
    }

    @Test
    void allProcessesOfAPausedJobAreStoppedUntilItIsResumed() throws IOException {
        long job = run(FAMILY);
        List<Long> processes = family(job);

        user.run("pause", "--running", "1");

        assertThat(processes).allMatch(PauseIT::isStill);
        assertThat(state(job)).isEqualTo("paused");
        assertThat(user.record(job).path("pause").path("at").stringValue("")).isNotEmpty();
        assertThat(user.run("ps")).containsPattern("1 +paused ");
        assertThat(user.run("ps", "--state", "paused")).contains("paused");
        assertThat(user.run("ps", "--state", "running")).doesNotContain("paused");
        assertThat(user.run("status")).isEqualTo("1‖\n");
        assertThat(user.run("show", "1"))
                .containsPattern("state +paused\n")
                .containsPattern("paused +20");
        user.run("pause", "--running", "1");
        user.run("resume", "1");

        await().atMost(PATIENCE).until(() -> processes.stream().allMatch(PauseIT::moves));
        assertThat(state(job)).isEqualTo("running");
        assertThat(user.fail("resume", "1")).contains("Job 1 is neither held nor paused: it runs.");
        assertThat(user.fail("pause", "1")).contains("nudge pause --running 1");
    }

    @Test
    void secondPauseStopsWhatSomebodyHasContinued() throws IOException {
        long job = run(FAMILY);
        List<Long> processes = family(job);
        user.run("pause", "--running", "1");
        processes.forEach(pid -> signal("CONT", pid));
        await().atMost(PATIENCE).until(() -> processes.stream().allMatch(PauseIT::moves));

        user.run("pause", "--running", "1");

        assertThat(processes).allMatch(PauseIT::isStill);
    }

    @Test
    void whatAPausedJobLeavesBehindIsNotLeftStopped() throws IOException {
        long job = run(FAMILY);
        List<Long> processes = family(job);
        user.run("pause", "--running", "1");

        signal("KILL", processes.getFirst());

        assertThat(user.awaitEnd(job).path("signal").stringValue("")).isEqualTo("SIGKILL");
        List<Long> left = processes.subList(1, 3);
        await().atMost(PATIENCE).until(() -> left.stream().allMatch(PauseIT::moves));
        left.forEach(pid -> signal("KILL", pid));
    }

    @Test
    void nextDaemonKnowsThatAJobIsPaused() throws IOException {
        long job = run(FAMILY);
        List<Long> processes = family(job);
        user.run("pause", "--running", "1");
        user.killDaemon();
        user.startDaemon();

        assertThat(state(job)).isEqualTo("paused");
        assertThat(processes).allMatch(PauseIT::isStill);
        user.run("resume", "1");
        assertThat(state(job)).isEqualTo("running");
        await().atMost(PATIENCE).until(() -> processes.stream().allMatch(PauseIT::moves));
    }

    /// The daemon dies after it has recorded that the job is paused, and before it sends a signal;
    /// or after it has let the processes continue, and before it has recorded that.
    @Test
    void pauseThatWasInterruptedIsMadeUpFor() throws IOException {
        run(FAMILY);
        List<Long> processes = family(1);
        user.run("pause", "--running", "1");
        user.killDaemon();
        processes.forEach(pid -> signal("CONT", pid));
        assertThat(processes).allMatch(PauseIT::moves);

        user.startDaemon();

        await().atMost(PATIENCE).until(() -> processes.stream().allMatch(PauseIT::isStill));
        assertThat(state(1)).isEqualTo("paused");
    }

    @Test
    void pausedJobCanBeKilled() throws IOException {
        run("trap 'exit 7' TERM; echo $$; while :; do sleep 0.1; done");
        run("trap 'exit 8' INT; echo $$; while :; do sleep 0.1; done");
        for (long job : List.of(1L, 2L)) {
            Path log = user.job(job).resolve("output.log");
            await().atMost(PATIENCE).until(() -> Files.size(log) > 0);
        }
        user.run("pause", "--running", "1", "2");

        assertThat(user.run("kill", "1")).isEqualTo("Job 1 has been killed: exit code 7.\n");
        user.run("kill", "-s", "INT", "2");
        assertThat(user.awaitEnd(2).path("exit_code").intValue()).isEqualTo(8);
    }

    @Test
    void pausedJobThatIsSentContContinues() throws IOException {
        run(FAMILY);
        List<Long> processes = family(1);
        user.run("pause", "--running", "1");
        user.run("kill", "-s", "USR2", "1");
        assertThat(state(1)).isEqualTo("paused");
        user.run("kill", "-s", "CONT", "1");

        // The signal before has ended those that do not catch it.
        assertThat(user.awaitEnd(1).path("signal").stringValue("")).isEqualTo("SIGUSR2");
        assertThat(processes.getFirst()).isPositive();
    }

    @Test
    void timeLimitsDoNotCountDownWhileAJobIsPaused() throws Exception {
        run("--timeout", "20", "--", "sleep 300");
        run("--silence-timeout", "20", "--", "sleep 300");
        user.run("pause", "--running", "1", "2");
        user.killDaemon();
        user.startDaemon();
        run("--timeout", "21", "--", "sleep 300");
        user.awaitEnd(3, Duration.ofMinutes(1));

        assertThat(List.of(state(1), state(2))).containsExactly("paused", "paused");
        user.run("resume", "1", "2");
        JsonNode late = user.awaitEnd(1, Duration.ofMinutes(1));
        JsonNode silent = user.awaitEnd(2, Duration.ofMinutes(1));

        assertThat(late.path("stop_reason").stringValue("")).isEqualTo("timeout of 20 s");
        Duration pauses = Duration.ofMillis(late.path("pause").path("earlier_ms").longValue());
        assertThat(pauses).isGreaterThan(Duration.ofSeconds(20));
        assertThat(between(late.path("started_at"), late).minus(pauses))
                .isGreaterThan(Duration.ofSeconds(19));
        assertThat(silent.path("stop_reason").stringValue("")).isEqualTo("no output for 20 s");
        assertThat(between(silent.path("pause").path("continued_at"), silent))
                .isGreaterThan(Duration.ofSeconds(19));
    }

    private static Duration between(JsonNode begin, JsonNode job) {
        return Duration.between(
                Instant.parse(begin.stringValue("")),
                Instant.parse(job.path("ended_at").stringValue("")));
    }

    @Test
    void groupIsPausedWithWhatRuns() throws IOException {
        user.run("group", "add", "builds", "--parallel", "2");
        run("--group", "builds", "--", FAMILY);
        run("--group", "builds", "--", FAMILY);
        run("--group", "builds", "--", "true");
        run("--", FAMILY);
        List<Long> first = family(1);
        List<Long> second = family(2);
        List<Long> other = family(4);
        user.run("pause", "--running", "2");

        user.run("pause", "--running", "builds");

        assertThat(first).allMatch(PauseIT::isStill);
        assertThat(other).allMatch(PauseIT::moves);
        assertThat(state(3)).isEqualTo("queued");
        assertThat(user.run("show", "1")).contains(", with its group");
        user.killDaemon();
        user.run("resume", "builds");

        await().atMost(PATIENCE).until(() -> first.stream().allMatch(PauseIT::moves));
        // One that was paused by itself stays so, and keeps its place.
        assertThat(second).allMatch(PauseIT::isStill);
        assertThat(state(2)).isEqualTo("paused");
        assertThat(user.record(3).path("waiting").stringValue("")).isEqualTo("group builds runs 2");
        user.run("kill", "1");
        user.awaitEnd(3);
        user.run("resume", "2");
        await().atMost(PATIENCE).until(() -> second.stream().allMatch(PauseIT::moves));
    }

    @Test
    void whatDoesNotRunCannotBePaused() {
        run("true");
        user.awaitEnd(1);
        user.run("pause");
        run("--", "true");

        assertThat(user.fail("pause", "--running", "1"))
                .contains("Job 1 cannot be paused: it has ended.");
        assertThat(user.fail("resume", "1")).contains("neither held nor paused: it has ended.");
        user.run("pause", "--running", "2");
        assertThat(state(2)).isEqualTo("held");
    }

    @Test
    void jobOnATerminalIsPausedToo() throws IOException {
        long job = run("--pty", "--", "bash --norc -i");
        user.run("send", "1", "sleep 300; echo over", "-k", "Enter");
        Path log = user.job(job).resolve("output.log");
        await().atMost(PATIENCE).until(() -> Files.readString(log).contains("over"));
        await().atMost(PATIENCE).until(() -> commandsOf(job).contains("sleep"));

        user.run("pause", "--running", "1");

        assertThat(state(job)).isEqualTo("paused");
        assertThat(processes(job)).allMatch(id -> isStill(id.pid()));
        user.run("resume", "1");
        await().atMost(PATIENCE)
                .until(() -> processes(job).stream().allMatch(id -> moves(id.pid())));
        // The shell has not noticed that what it waits for was stopped.
        user.run("send", "1", "-k", "C-c");
        user.run("send", "1", "jobs; echo no' 'more", "-k", "Enter");
        await().atMost(PATIENCE).until(() -> Files.readString(log).contains("no more"));
        assertThat(Files.readString(log)).doesNotContain("Stopped");
    }

    private List<ProcessId> processes(long job) {
        long shell = user.record(job).path("pid").longValue();
        ProcessTable table = new ProcessTable();
        return Stream.concat(
                        ProcessHandle.of(shell).stream(),
                        ProcessHandle.of(shell).stream().flatMap(ProcessHandle::descendants))
                .flatMap(process -> table.identify(process.pid()).stream())
                .toList();
    }

    private List<String> commandsOf(long job) {
        ProcessTable table = new ProcessTable();
        return processes(job).stream()
                .flatMap(id -> table.commandLine(id.pid()).stream().limit(1))
                .toList();
    }

    @Test
    void agentIsToldThatItsJobIsPausedAndHowItIsResumed() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "sleep 300"));
            user.run("pause", "--running", "1");

            assertThat(agent.call("list_jobs", Map.of()))
                    .contains("1: paused (by a person, who can let it continue: nudge resume 1)");
            assertThat(agent.call("read_output", Map.of("job", 1)))
                    .contains("is paused (by a person, who can let it continue: nudge resume 1).");
            assertThat(agent.call("kill_job", Map.of("job", 1))).contains("has been killed");
        }
    }

    @Test
    void labelMeansTheJobsThatHaveNotEnded() throws InterruptedException {
        int _ = user.start("run", "--wait", "--label", "build", "--", "true").waitFor();
        long job = run("--label", "build", "--", "sleep 300");

        user.run("pause", "--running", "build");
        assertThat(state(job)).isEqualTo("paused");

        assertThat(user.fail("resume", "1", Long.toString(job))).contains("Job 1 ", "has ended");
        assertThat(state(job)).isEqualTo("running");
    }
}
