package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Jobs that may use only a part of the machine, in a real daemon, in the ways that this system
/// has.
class BoundsIT {
    /// Keeps so many MiB in memory, and says that it has done so.
    private static final String TAKE =
            "head -c %1$dM /dev/zero | tail -c %1$dM >/dev/null && echo taken";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private long running(String... words) {
        long job = user.runJob(words);
        user.awaitState(job, "running");
        return user.record(job).path("pid").longValue();
    }

    private static String status(long pid, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    /// Field 19 of proc(5).
    private static int niceness(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
    }

    private JsonNode bounds(long job) {
        return user.record(job).path("bounds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--pty", "--label=plain"})
    void jobThatWantsMoreMemoryThanItsBoundEnds(String kind) {
        long less = user.runJob(kind, "--memory", "600M", "--", TAKE.formatted(150));
        long more = user.runJob(kind, "--memory", "100M", "--", TAKE.formatted(150));

        assertThat(user.exitCode(less)).isZero();
        JsonNode end = user.awaitEnd(more);
        assertThat(end.path("exit_code").intValue(-1)).isNotZero();
        assertThat(user.output(less)).contains("taken");
        assertThat(user.output(more)).doesNotContain("taken");
        String way = end.path("bounds").path("memory_by").stringValue("");
        assertThat(way).isIn("systemd", "cgroup", "ulimit");
        assertThat(user.run("show", Long.toString(more)))
                .containsPattern("memory +100M, by " + way + ": ");
        if (!way.equals("ulimit")) {
            assertThat(end.path("stop_reason").stringValue(""))
                    .isEqualTo("more memory than its bound of 100M");
        }
    }

    @Test
    void nicenessAndProcessorsAreThoseOfTheCommand() throws IOException {
        long pid = running("--nice", "15", "--cpus", "1", "--", "sleep 300");

        assertThat(niceness(pid)).isEqualTo(15);
        assertThat(bounds(1).path("nice").intValue()).isEqualTo(15);
        assertThat(bounds(1).path("nice_by").stringValue("")).isEqualTo("renice");
        assertThat(bounds(1).path("cpus").doubleValue()).isEqualTo(1);
        if (bounds(1).path("cpus_by").stringValue("").equals("taskset")) {
            assertThat(status(pid, "Cpus_allowed_list")).matches("\\d+");
        } else {
            Path group =
                    Path.of(
                            "/sys/fs/cgroup",
                            Files.readString(Path.of("/proc/" + pid + "/cgroup"))
                                    .strip()
                                    .substring("0::/".length()));
            assertThat(group.resolve("cpu.max")).hasContent("100000 100000");
        }
        assertThat(user.run("show", "1"))
                .containsPattern("cpus +1, by \\w+: ")
                .containsPattern("nice +15, by renice: ");
        user.run("kill", "1");
        assertThat(user.awaitEnd(1).path("signal").stringValue("")).isEqualTo("SIGTERM");
    }

    @Test
    void hostOfATerminalIsNotBoundedAndNeitherIsAJobWithoutBounds() throws IOException {
        long bounded = running("--pty", "--nice", "15", "--cpus", "1", "--", "sleep 300");
        long plain = running("--", "sleep 300");

        assertThat(niceness(bounded)).isEqualTo(15);
        JsonNode host = JsonMapper.shared().readTree(user.job(1).resolve("host.json"));
        assertThat(niceness(host.path("host_pid").longValue()))
                .isEqualTo(niceness(user.daemonPid()));
        assertThat(niceness(plain)).isEqualTo(niceness(user.daemonPid()));
        assertThat(status(plain, "Cpus_allowed_list"))
                .isEqualTo(status(user.daemonPid(), "Cpus_allowed_list"));
        assertThat(bounds(2).isNull()).isTrue();
        assertThat(user.run("show", "2")).doesNotContain("memory", "cpus", "nice ");
        user.run("kill", "1", "2");
        assertThat(user.awaitEnd(1).path("signal").stringValue("")).isNotEmpty();
    }

    @Test
    void jobThatWaitsIsBoundedOnceItIsStarted() {
        user.run("pause");
        long job = user.runJob("--memory", "600M", "--nice", "15", "--", "nice; ulimit -v");

        assertThat(bounds(job).path("memory").longValue()).isEqualTo(600L << 20);
        assertThat(bounds(job).path("memory_by").isNull()).isTrue();
        assertThat(user.run("show", "1")).containsPattern("memory +600M\n");
        user.run("resume");
        user.awaitEnd(job);

        assertThat(bounds(job).path("memory_by").stringValue("")).isNotEmpty();
        assertThat(user.output(job)).startsWith("15\n");
        if (bounds(job).path("memory_by").stringValue("").equals("ulimit")) {
            assertThat(user.output(job)).isEqualTo("15\n614400\n");
        }
    }

    @Test
    void eachAttemptAndAJobThatIsStartedAgainHasTheSameBounds() {
        user.runJob("--retry", "2", "--nice", "15", "--memory", "600M", "--", "nice; exit 3");
        assertThat(user.exitCode(1)).isEqualTo(3);
        assertThat(user.output(1)).isEqualTo("15\n15\n15\n");

        user.run("restart", "1");
        user.awaitEnd(2);

        assertThat(user.output(2)).isEqualTo("15\n15\n15\n");
        assertThat(bounds(2)).isEqualTo(bounds(1));
    }

    @Test
    void boundedJobOutlivesItsDaemonAndKeepsItsExitCode() throws IOException {
        Diary diary = new Diary(user);
        String command = diary.waiting() + "; exit 7";
        long pid = running("--memory=600M", "--cpus=1", "--nice=15", "--", command);
        user.killDaemon();
        user.startDaemon();
        assertThat(new ProcessTable().identify(pid)).isPresent();
        assertThat(niceness(pid)).isEqualTo(15);
        diary.open();

        assertThat(user.exitCode(1)).isEqualTo(7);
        assertThat(bounds(1).path("nice_by").stringValue("")).isEqualTo("renice");
    }

    @Test
    void jobOfAnAgentIsBoundedAsTheAgentAsks() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Map<String, Object> order = Map.of("command", "echo nice $(nice)", "wait_seconds", 60);
            Map<String, Object> bounded = new HashMap<>(order);
            bounded.putAll(Map.of("memory", "600M", "cpus", 1, "nice", 15));

            assertThat(agent.run(bounded)).contains("exit code 0", "nice 15");
            assertThat(user.run("show", "1"))
                    .containsPattern("memory +600M, by ")
                    .containsPattern("cpus +1, by ")
                    .containsPattern("nice +15, by renice");
            bounded.put("memory", "much");
            assertThat(agent.run(bounded))
                    .contains("memory is \"much\"; expected a size such as 512M or 8G, 16M or more")
                    .contains("Nothing has been started");
            assertThat(user.stored()).hasSize(1);
        }
    }

    @Test
    void wrongBoundsAreWrongUsageAndZeroIsNone() {
        assertThat(user.misuse("run", "--memory", "1M", "--", "true"))
                .contains(
                        "--memory is \"1M\"; expected a size such as 512M or 8G, 16M or more, or 0 for no bound.");
        assertThat(user.misuse("run", "--cpus", "none", "--", "true"))
                .contains("--cpus is \"none\"; expected a number of processors");
        assertThat(user.misuse("run", "--nice", "20", "--", "true"))
                .contains("--nice is \"20\"; expected -20 (first) to 19 (last)");

        user.run("run", "--wait", "--memory", "0", "--cpus", "0", "--", "true");
        assertThat(user.stored(1).path("bounds").isNull()).isTrue();
        user.run("group", "add", "far", "--min-free-memory", "0", "--max-load", "0");
        assertThat(user.run("group")).doesNotContain("memory are free", "load");
        assertThat(user.misuse("group", "set", "far", "--parallel", "0"))
                .contains("--parallel is \"0\"; expected a number, 1 or more, or none.");
    }
}
