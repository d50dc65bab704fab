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

    @AutoClose private static final NudgeUser user = NudgeUser.create();

    private static long pid(long job) {
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

    private static JsonNode bounds(long job) {
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
    void commandAloneHasItsBoundsAlsoUnderTheNextDaemon() throws IOException {
        Diary diary = new Diary(user);
        String command = diary.waiting() + "; exit 7";
        long job = user.runJob("--memory=600M", "--nice", "15", "--cpus", "1", "--", command);
        long bounded = user.runJob("--pty", "--nice", "15", "--cpus", "1", "--", "sleep 300");
        long killed =
                user.runJob("--memory=600M", "--nice", "15", "--cpus", "1", "--", "sleep 300");
        long plain = user.runJob("--", "sleep 300");
        long pid = pid(job);

        assertThat(niceness(pid)).isEqualTo(15);
        assertThat(bounds(job).path("nice").intValue()).isEqualTo(15);
        assertThat(bounds(job).path("nice_by").stringValue("")).isEqualTo("renice");
        assertThat(bounds(job).path("cpus").doubleValue()).isEqualTo(1);
        if (bounds(job).path("cpus_by").stringValue("").equals("taskset")) {
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
        assertThat(user.run("show", Long.toString(job)))
                .containsPattern("memory +600M, by ")
                .containsPattern("cpus +1, by \\w+: ")
                .containsPattern("nice +15, by renice: ");

        // Neither the holder of a terminal is bounded, nor a job without bounds.
        assertThat(niceness(pid(bounded))).isEqualTo(15);
        JsonNode host = JsonMapper.shared().readTree(user.job(bounded).resolve("host.json"));
        int own = niceness(user.daemonPid());
        assertThat(niceness(host.path("host_pid").longValue())).isEqualTo(own);
        assertThat(niceness(pid(plain))).isEqualTo(own);
        assertThat(status(pid(plain), "Cpus_allowed_list"))
                .isEqualTo(status(user.daemonPid(), "Cpus_allowed_list"));
        assertThat(bounds(plain).isNull()).isTrue();
        assertThat(user.run("show", Long.toString(plain)))
                .doesNotContain("memory", "cpus", "nice ");
        user.run("kill", Long.toString(bounded), Long.toString(killed), Long.toString(plain));
        assertThat(user.valueAtEnd(bounded, "signal")).isNotEmpty();
        assertThat(user.valueAtEnd(killed, "signal")).isEqualTo("SIGTERM");

        user.killDaemon();
        user.startDaemon();
        assertThat(new ProcessTable().identify(pid)).isPresent();
        assertThat(niceness(pid)).isEqualTo(15);
        diary.open();
        assertThat(user.exitCode(job)).isEqualTo(7);
        assertThat(bounds(job).path("nice_by").stringValue("")).isEqualTo("renice");
    }

    @Test
    void jobThatWaitsEachOfItsAttemptsAndOneThatIsStartedLikeItHaveTheSameBounds() {
        user.run("pause");
        String command = "nice; ulimit -v; exit 3";
        long job = user.runJob("--retry=2", "--nice=15", "--memory=600M", "--", command);
        assertThat(bounds(job).path("memory").longValue()).isEqualTo(600L << 20);
        assertThat(bounds(job).path("memory_by").isNull()).isTrue();
        assertThat(user.run("show", "@last")).containsPattern("memory +600M\n");
        user.run("resume");
        assertThat(user.exitCode(job)).isEqualTo(3);

        assertThat(user.output(job).lines().filter("15"::equals)).hasSize(3);
        String way = bounds(job).path("memory_by").stringValue("");
        assertThat(way).isNotEmpty();
        if (way.equals("ulimit")) {
            assertThat(user.output(job)).isEqualTo("15\n614400\n".repeat(3));
        }
        long again = Long.parseLong(user.run("restart", "@last").strip());
        user.awaitEnd(again);
        assertThat(user.output(again)).isEqualTo(user.output(job));
        assertThat(bounds(again)).isEqualTo(bounds(job));
    }

    @Test
    void jobOfAnAgentIsBoundedAsTheAgentAsks() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Map<String, Object> order =
                    Map.of(
                            "command", "echo nice $(nice)",
                            "memory", "600M",
                            "cpus", 1,
                            "nice", 15,
                            "wait_seconds", 60);

            assertThat(agent.run(order)).contains("exit code 0", "nice 15");
            assertThat(user.run("show", "@last"))
                    .containsPattern("memory +600M, by ")
                    .containsPattern("cpus +1, by ")
                    .containsPattern("nice +15, by renice");
        }
    }
}
