package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PauseIT {
    private static final Duration PATIENCE = Patience.LONG;

    /// Three processes: a shell, one in its group, and one in a session of its own.
    private static final String FAMILY =
            "echo $$; sleep 300 & echo $!; setsid sh -c 'echo $$; exec sleep 301' & wait";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private List<Long> family(long job) {
        await().until(() -> user.output(job).lines().count() >= 3);
        return user.output(job).lines().map(Long::valueOf).toList();
    }

    private static boolean isStill(long pid) {
        ProcessTable table = new ProcessTable();
        return table.identify(pid).filter(table::isStill).isPresent();
    }

    private static boolean moves(long pid) {
        ProcessTable table = new ProcessTable();
        return table.identify(pid).filter(id -> !table.isStill(id)).isPresent();
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
    void allProcessesOfAPausedJobAreStoppedUntilItIsResumedOrHasEnded() {
        long job = user.runJob(FAMILY);
        List<Long> processes = family(job);

        user.run("pause", "--running", "1");

        assertThat(processes).allMatch(PauseIT::isStill);
        assertThat(user.value(job, "state")).isEqualTo("paused");
        assertThat(user.record(job).path("pause").path("at").stringValue("")).isNotEmpty();
        assertThat(user.run("ps")).containsPattern("1 +paused ");
        assertThat(user.run("ps", "--state", "paused")).contains("paused");
        assertThat(user.run("ps", "--state", "running")).doesNotContain("paused");
        assertThat(user.run("status")).isEqualTo("1‖\n");
        assertThat(user.run("show", "1"))
                .containsPattern("state +paused\n")
                .containsPattern("paused +20");

        // What somebody has continued is stopped again.
        processes.forEach(pid -> NudgeUser.signal("CONT", pid));
        await().until(() -> processes.stream().allMatch(PauseIT::moves));
        user.run("pause", "--running", "1");
        assertThat(processes).allMatch(PauseIT::isStill);

        user.run("resume", "1");
        await().until(() -> processes.stream().allMatch(PauseIT::moves));
        assertThat(user.value(job, "state")).isEqualTo("running");
        assertThat(user.fail("resume", "1")).contains("Job 1 is neither held nor paused: it runs.");
        assertThat(user.fail("pause", "1")).contains("nudge pause --running 1");

        user.run("pause", "--running", "1");
        NudgeUser.signal("KILL", processes.getFirst());
        assertThat(user.awaitEnd(job).path("signal").stringValue("")).isEqualTo("SIGKILL");
        List<Long> left = processes.subList(1, 3);
        await().until(() -> left.stream().allMatch(PauseIT::moves));
        left.forEach(pid -> NudgeUser.signal("KILL", pid));
    }

    /// The daemon dies after it has recorded that the job is paused, and before it sends a signal;
    /// or after it has let the processes continue, and before it has recorded that.
    @Test
    void nextDaemonKnowsThatAJobIsPausedAndMakesUpForAnInterruptedPause() {
        user.runJob(FAMILY);
        List<Long> processes = family(1);
        user.run("pause", "--running", "1");
        user.killDaemon();
        user.startDaemon();
        assertThat(user.value(1, "state")).isEqualTo("paused");
        assertThat(processes).allMatch(PauseIT::isStill);

        user.killDaemon();
        processes.forEach(pid -> NudgeUser.signal("CONT", pid));
        assertThat(processes).allMatch(PauseIT::moves);
        user.startDaemon();

        await().until(() -> processes.stream().allMatch(PauseIT::isStill));
        assertThat(user.value(1, "state")).isEqualTo("paused");
        user.run("resume", "1");
        assertThat(user.value(1, "state")).isEqualTo("running");
        await().until(() -> processes.stream().allMatch(PauseIT::moves));
    }

    @Test
    void pausedJobCanBeKilledAndContinuesAtASignalThatEndsOrContinues() {
        user.runJob("trap 'exit 7' TERM; echo $$; while :; do sleep 0.1; done");
        user.runJob("trap 'exit 8' INT; echo $$; while :; do sleep 0.1; done");
        user.runJob("echo $$; sleep 300");
        for (long job : List.of(1L, 2L, 3L)) {
            user.awaitOutput(job, "\n");
        }
        user.run("pause", "--running", "1", "2", "3");

        assertThat(user.run("kill", "1")).isEqualTo("Job 1 has been killed: exit code 7.\n");
        user.run("kill", "-s", "INT", "2");
        assertThat(user.exitCode(2)).isEqualTo(8);
        user.run("kill", "-s", "USR2", "3");
        assertThat(user.value(3, "state")).isEqualTo("paused");
        user.run("kill", "-s", "CONT", "3");
        // The signal before has ended those that do not catch it.
        assertThat(user.awaitEnd(3).path("signal").stringValue("")).isEqualTo("SIGUSR2");
    }

    @Test
    void timeLimitsDoNotCountDownWhileAJobIsPaused() throws Exception {
        user.runJob("--timeout", "20", "--", "sleep 300");
        user.runJob("--silence-timeout", "20", "--", "sleep 300");
        user.run("pause", "--running", "1", "2");
        user.killDaemon();
        user.startDaemon();
        user.runJob("--timeout", "21", "--", "sleep 300");
        user.awaitEnd(3, Duration.ofMinutes(1));

        assertThat(List.of(user.value(1, "state"), user.value(2, "state")))
                .containsExactly("paused", "paused");
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
    void groupIsPausedWithWhatRuns() {
        user.run("group", "add", "builds", "--parallel", "2");
        user.runJob("--group", "builds", "--", FAMILY);
        user.runJob("--group", "builds", "--", FAMILY);
        user.runJob("--group", "builds", "--", "true");
        user.runJob("--", FAMILY);
        List<Long> first = family(1);
        List<Long> second = family(2);
        List<Long> other = family(4);
        user.run("pause", "--running", "2");

        user.run("pause", "--running", "builds");

        assertThat(first).allMatch(PauseIT::isStill);
        assertThat(other).allMatch(PauseIT::moves);
        assertThat(user.value(3, "state")).isEqualTo("queued");
        assertThat(user.run("show", "1")).contains(", with its group");
        user.killDaemon();
        user.run("resume", "builds");

        await().until(() -> first.stream().allMatch(PauseIT::moves));
        // One that was paused by itself stays so, and keeps its place.
        assertThat(second).allMatch(PauseIT::isStill);
        assertThat(user.value(2, "state")).isEqualTo("paused");
        assertThat(user.value(3, "waiting")).isEqualTo("group builds runs 2");
        user.run("kill", "1");
        user.awaitEnd(3);
        user.run("resume", "2");
        await().until(() -> second.stream().allMatch(PauseIT::moves));
    }

    @Test
    void onlyWhatRunsIsPausedAndALabelMeansTheJobsThatHaveNotEnded() {
        user.runJob("--label", "build", "--", "true");
        user.awaitEnd(1);
        user.runJob("--label", "build", "--", "sleep 300");

        user.run("pause", "--running", "build");
        assertThat(user.value(2, "state")).isEqualTo("paused");
        assertThat(user.fail("pause", "--running", "1"))
                .contains("Job 1 cannot be paused: it has ended.");
        assertThat(user.fail("resume", "1", "2"))
                .contains("Job 1 is neither held nor paused: it has ended.");
        assertThat(user.value(2, "state")).isEqualTo("running");

        user.run("pause");
        user.runJob("--", "true");
        user.run("pause", "--running", "3");
        assertThat(user.value(3, "state")).isEqualTo("held");
    }

    @Test
    void jobOnATerminalIsPausedToo() {
        long job = user.runJob("--pty", "--", "bash --norc -i");
        user.run("send", "1", "sleep 300; echo over", "-k", "Enter");
        user.awaitOutput(job, "over");
        await().until(() -> commandsOf(job).contains("sleep"));

        user.run("pause", "--running", "1");

        assertThat(user.value(job, "state")).isEqualTo("paused");
        assertThat(processes(job)).allMatch(id -> isStill(id.pid()));
        user.run("resume", "1");
        await().until(() -> processes(job).stream().allMatch(id -> moves(id.pid())));
        // The shell has not noticed that what it waits for was stopped.
        user.run("send", "1", "-k", "C-c");
        user.run("send", "1", "jobs; echo no' 'more", "-k", "Enter");
        user.awaitOutput(job, "no more");
        assertThat(user.output(job)).doesNotContain("Stopped");
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
}
