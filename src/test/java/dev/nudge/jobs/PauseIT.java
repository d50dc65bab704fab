package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PauseIT {
    /// Three processes: a shell, one in its group, and one in a session of its own.
    private static final String FAMILY =
            "echo $$; sleep 300 & echo $!; setsid sh -c 'echo $$; exec sleep 301' & wait";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    /// How many jobs there were before the test.
    private long base;

    @BeforeEach
    void begin() {
        user.run("resume");
        user.run("kill", "--all");
        base = user.stored().size();
    }

    private String id(int number) {
        return Long.toString(base + number);
    }

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

    @Test
    void processesOfAPausedJobAreStoppedUntilItIsResumedOrHasEnded() {
        user.runJob(FAMILY);
        List<Long> processes = family(base + 1);
        user.run("pause", "--running", id(1));
        assertThat(processes).allMatch(PauseIT::isStill);
        assertThat(user.value(base + 1, "state")).isEqualTo("paused");
        assertThat(user.record(base + 1).path("pause").path("at").stringValue("")).isNotEmpty();
        assertThat(user.run("ps")).containsPattern(id(1) + " +paused ");
        assertThat(user.run("status")).startsWith("1‖");
        assertThat(user.run("show", id(1)))
                .containsPattern("state +paused\n")
                .containsPattern("paused +20");
        // What somebody has continued is stopped again.
        processes.forEach(pid -> NudgeUser.signal("CONT", pid));
        await().until(() -> processes.stream().allMatch(PauseIT::moves));
        user.run("pause", "--running", id(1));
        assertThat(processes).allMatch(PauseIT::isStill);
        user.run("resume", id(1));
        await().until(() -> processes.stream().allMatch(PauseIT::moves));
        assertThat(user.value(base + 1, "state")).isEqualTo("running");
        assertThat(user.fail("resume", id(1))).contains("is neither held nor paused: it runs.");
        assertThat(user.fail("pause", id(1))).contains("nudge pause --running " + id(1));
        user.run("pause", "--running", id(1));
        NudgeUser.signal("KILL", processes.getFirst());
        assertThat(user.valueAtEnd(base + 1, "signal")).isEqualTo("SIGKILL");
        List<Long> left = processes.subList(1, 3);
        await().until(() -> left.stream().allMatch(PauseIT::moves));
        left.forEach(pid -> NudgeUser.signal("KILL", pid));

        // It can be killed, and continues at a signal that ends or continues.
        user.runJob("trap 'exit 7' TERM; echo $$; while :; do sleep 0.1; done");
        user.runJob("trap 'exit 8' INT; echo $$; while :; do sleep 0.1; done");
        user.runJob("echo $$; sleep 300");
        for (long job : List.of(base + 2, base + 3, base + 4)) {
            user.awaitOutput(job, "\n");
        }
        user.run("pause", "--running", id(2), id(3), id(4));
        assertThat(user.run("kill", id(2)))
                .isEqualTo("Job %d has been killed: exit code 7.\n".formatted(base + 2));
        user.run("kill", "-s", "INT", id(3));
        assertThat(user.exitCode(base + 3)).isEqualTo(8);
        user.run("kill", "-s", "USR2", id(4));
        assertThat(user.value(base + 4, "state")).isEqualTo("paused");
        user.run("kill", "-s", "CONT", id(4));
        // The signal before has ended those that do not catch it.
        assertThat(user.valueAtEnd(base + 4, "signal")).isEqualTo("SIGUSR2");

        // Only what runs is paused, and a label means the jobs that have not ended.
        user.run("run", "--wait", "--label", "build", "--", "true");
        user.runJob("--label", "build", "--", "sleep 300");
        user.run("pause", "--running", "build");
        assertThat(user.value(base + 6, "state")).isEqualTo("paused");
        assertThat(user.fail("pause", "--running", id(5)))
                .contains("Job %d cannot be paused: it has ended.".formatted(base + 5));
        assertThat(user.fail("resume", id(5), id(6)))
                .contains("Job %d is neither held nor paused: it has ended.".formatted(base + 5));
        assertThat(user.value(base + 6, "state")).isEqualTo("running");
        user.run("pause");
        user.runJob("--", "true");
        user.run("pause", "--running", id(7));
        assertThat(user.value(base + 7, "state")).isEqualTo("held");
    }

    /// The daemon dies after it has recorded that a job is paused, and before it sends a signal; or
    /// after it has let the processes continue, and before it has recorded that.
    @Test
    void nextDaemonMakesUpForAnInterruptedPauseAndNoTimeCountsDownDuringOne() {
        user.runJob(FAMILY);
        List<Long> processes = family(base + 1);
        user.runJob("--timeout", "7", "--", "sleep 300");
        user.runJob("--silence-timeout", "7", "--", "sleep 300");
        user.run("pause", "--running", id(1), id(2), id(3));
        user.run("group", "add", "builds", "--parallel", "2");
        user.runJob("--group", "builds", "--", FAMILY);
        user.runJob("--group", "builds", "--", FAMILY);
        user.runJob("--group", "builds", "--", "true");
        user.runJob("--", FAMILY);
        List<Long> first = family(base + 4);
        List<Long> second = family(base + 5);
        List<Long> other = family(base + 7);
        user.run("pause", "--running", id(5));
        user.run("pause", "--running", "builds");
        assertThat(first).allMatch(PauseIT::isStill);
        assertThat(other).allMatch(PauseIT::moves);
        assertThat(user.value(base + 6, "state")).isEqualTo("queued");
        assertThat(user.run("show", id(4))).contains(", with its group");

        user.killDaemon();
        processes.forEach(pid -> NudgeUser.signal("CONT", pid));
        assertThat(processes).allMatch(PauseIT::moves);
        user.startDaemon();

        await().until(() -> processes.stream().allMatch(PauseIT::isStill));
        assertThat(user.value(base + 1, "state")).isEqualTo("paused");
        user.run("resume", id(1));
        assertThat(user.value(base + 1, "state")).isEqualTo("running");
        await().until(() -> processes.stream().allMatch(PauseIT::moves));
        assertThat(first).allMatch(PauseIT::isStill);
        assertThat(user.value(base + 4, "state")).isEqualTo("paused");
        user.run("resume", "builds");
        await().until(() -> first.stream().allMatch(PauseIT::moves));
        // One that was paused by itself stays so, and keeps its place.
        assertThat(second).allMatch(PauseIT::isStill);
        assertThat(user.value(base + 5, "state")).isEqualTo("paused");
        assertThat(user.value(base + 6, "waiting")).isEqualTo("group builds runs 2");
        user.run("kill", id(4));
        user.awaitEnd(base + 6);
        user.run("resume", id(5));
        await().until(() -> second.stream().allMatch(PauseIT::moves));

        user.awaitEnd(user.runJob("--timeout", "8", "--", "sleep 300"));
        assertThat(List.of(user.value(base + 2, "state"), user.value(base + 3, "state")))
                .containsOnly("paused");
        user.run("resume", id(2), id(3));
        JsonNode late = user.awaitEnd(base + 2);
        JsonNode silent = user.awaitEnd(base + 3);
        assertThat(late.path("stop_reason").stringValue("")).isEqualTo("timeout of 7 s");
        Duration pauses = Duration.ofMillis(late.path("pause").path("earlier_ms").longValue());
        assertThat(pauses).isGreaterThan(Duration.ofSeconds(7));
        assertThat(between(late.path("started_at"), late).minus(pauses))
                .isGreaterThan(Duration.ofSeconds(6));
        assertThat(silent.path("stop_reason").stringValue("")).isEqualTo("no output for 7 s");
        assertThat(between(silent.path("pause").path("continued_at"), silent))
                .isGreaterThan(Duration.ofSeconds(6));
    }

    private static Duration between(JsonNode begin, JsonNode job) {
        return Duration.between(
                Instant.parse(begin.stringValue("")),
                Instant.parse(job.path("ended_at").stringValue("")));
    }

    @Test
    void pausedGroupRunsNoJobAndAShellAndAnAgentAreNotMisled() throws Exception {
        long job = user.runJob("--pty", "--", "bash --norc -i");
        user.run("send", id(1), "sleep 300; echo over", "-k", "Enter");
        user.awaitOutput(job, "over");
        await().until(() -> commandsOf(job).contains("sleep"));
        user.run("pause", "--running", id(1));
        assertThat(user.value(job, "state")).isEqualTo("paused");
        assertThat(processes(job)).allMatch(id -> isStill(id.pid()));
        user.run("resume", id(1));
        await().until(() -> processes(job).stream().allMatch(id -> moves(id.pid())));
        user.run("send", id(1), "-k", "C-c");
        user.run("send", id(1), "jobs; echo no' 'more", "-k", "Enter");
        user.awaitOutput(job, "no more");
        assertThat(user.output(job)).doesNotContain("Stopped");

        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            String number = Long.toString(agent.runJob(Map.of("command", "sleep 300")));
            user.run("pause", "--running", number);
            String said =
                    "paused (by a person, who can let it continue: nudge resume %s)"
                            .formatted(number);
            assertThat(agent.call("list_jobs", Map.of())).contains(number + ": " + said);
            Map<String, Object> order = Map.of("job", number);
            assertThat(agent.call("read_output", order)).contains("is " + said + ".");
            assertThat(agent.call("kill_job", order)).contains("has been killed");
        }

        // Those that are being started while their group is paused are paused too, or wait.
        user.run("kill", "--all");
        for (int round = 0; round < 3; round++) {
            List<Process> starts =
                    Stream.generate(() -> user.start("run", "sleep 300")).limit(5).toList();
            boolean _ = starts.getFirst().waitFor(35L * round, TimeUnit.MILLISECONDS);
            user.run("pause", "--running", "default");
            for (Process start : starts) {
                start.waitFor();
            }

            assertThat(user.run("ps", "--state", "running")).contains("No such jobs");
            user.run("resume", "default");
            user.run("kill", "--all");
        }
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
}
