package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Ends of jobs that did not come by themselves: kills, limits, removal.
class KillIT {
    /// Takes longer to end by itself than the usual grace period.
    private static final String SAVING =
            "trap 'trap \"\" TERM; sleep 8; exit 7' TERM; echo up; while :; do sleep 0.1; done";

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private void awaitLines(long job, int lines) {
        await().until(() -> user.output(job).lines().count() >= lines);
    }

    private List<Long> pids(long job, int lines) {
        awaitLines(job, lines);
        return user.output(job).lines().map(Long::parseLong).toList();
    }

    private static boolean isAlive(long pid) {
        // One that is dead, but not yet collected by its parent, counts as dead.
        return new ProcessTable().identify(pid).isPresent();
    }

    @Test
    void killedJobEndsWithAllThatItHasStartedAsAnEndedOneDoesIfAsked() throws Exception {
        // Children, and grandchildren in sessions of their own.
        user.runJob(
                "sleep 300 & echo $!; (setsid sh -c 'echo $$; sleep 301' </dev/null 2>/dev/null &)"
                        + " ; (setsid setsid -f sh -c 'echo $$; exec sleep 302' &) ; echo $$; wait");
        List<Long> processes = pids(1, 4);
        assertThat(processes).allMatch(KillIT::isAlive);
        assertThat(user.run("kill", "1")).isEqualTo("Job 1 has been killed: signal SIGTERM.\n");
        assertThat(processes).noneMatch(KillIT::isAlive);
        assertThat(user.value(1, "signal")).isEqualTo("SIGTERM");
        assertThat(user.value(1, "stop_reason")).isEqualTo("killed by the user");

        // One that is stopped is woken to end.
        user.runJob("trap 'exit 7' TERM; echo $$; kill -STOP $$; while :; do sleep 0.1; done");
        awaitLines(2, 1);
        assertThat(user.run("kill", "2")).isEqualTo("Job 2 has been killed: exit code 7.\n");

        // It has left a process.
        user.runJob("setsid sleep 300 >/dev/null 2>&1 & echo $!");
        user.awaitEnd(3);
        long left = pids(3, 1).getFirst();
        String ended = "Job 3 had already ended: exit code 0.";
        await().untilAsserted(() ->
                assertThat(user.run("kill", "3"))
                        .isEqualTo(
                                "%s 1 process that it left is still alive: %d (sleep 300). To end what it left: nudge kill --rest 3\n"
                                        .formatted(ended, left)));
        assertThat(isAlive(left)).isTrue();
        assertThat(user.run("kill", "--rest", "3"))
                .isEqualTo(ended + " The process that it left has been ended.\n");
        assertThat(isAlive(left)).isFalse();
        assertThat(user.run("kill", "--rest", "3")).isEqualTo(ended + "\n");
        assertThat(user.exitCode(3)).isZero();

        // It ignores the signal, and is killed by two at once.
        user.runJob("trap '' TERM; echo $$; while :; do sleep 0.1; done");
        long deaf = pids(4, 1).getFirst();
        Process first = user.start("kill", "--grace", "1", "4");
        Process second = user.start("kill", "--grace", "1", "4");
        assertThat(List.of(first.waitFor(), second.waitFor())).containsExactly(0, 0);
        assertThat(first.inputReader().readLine()).contains("signal SIGKILL");
        assertThat(second.inputReader().readLine()).contains("signal SIGKILL");
        assertThat(isAlive(deaf)).isFalse();

        user.run("run", "--", "sleep 300");
        user.run("run", "--", "sleep 301");
        user.run("run", "--", "sleep 302");
        user.run("run", "--after", "5", "--", "true");
        assertThat(user.fail("clean", "7", "8")).contains("End the others first: nudge kill 7 8");
        assertThat(user.run("kill", "-CONT", "5"))
                .isEqualTo("SIGCONT was sent to job 5 (1 process).\n");
        assertThat(user.run("kill", "-9", "5"))
                .isEqualTo("SIGKILL was sent to job 5 (1 process).\n");
        assertThat(user.valueAtEnd(5, "signal")).isEqualTo("SIGKILL");
        user.awaitEnd(8);
        assertThat(user.run("kill", "--all"))
                .isEqualTo(
                        "Job 6 has been killed: signal SIGTERM.\nJob 7 has been killed: signal SIGTERM.\n");
        assertThat(user.run("kill", "--all")).isEqualTo("No running jobs.\n");
    }

    @Test
    void killsAndLimitsOutliveADaemonThatCannotCarryThemOut() throws Exception {
        // As when clients hold all files that the daemon may open: then it finds no processes.
        user.runJob("trap 'echo no' TERM; echo $$; while :; do sleep 0.1; done");
        long pid = pids(1, 1).getFirst();
        Process repeated = user.start("kill", "--grace", "10", "1");
        awaitLines(1, 2);
        limitOpenFiles(8);
        assertThat(repeated.errorReader().lines())
                .singleElement(as(STRING))
                .contains("has not been killed yet", "Too many open files", "will try again");
        assertThat(isAlive(pid)).isTrue();
        limitOpenFiles(1024);

        user.runJob(
                "--silence-timeout",
                "6",
                "--",
                "for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; sleep 1.5; done; sleep 300");
        user.runJob("--timeout", "1", "--", "sleep", "300");
        JsonNode job = user.awaitEnd(3);
        assertThat(job.path("signal").stringValue()).isEqualTo("SIGTERM");
        assertThat(job.path("stop_reason").stringValue()).isEqualTo("timeout of 1 s");
        JsonNode end = user.awaitEnd(1, Duration.ofMinutes(2));
        assertThat(end.path("signal").stringValue()).isEqualTo("SIGKILL");
        assertThat(isAlive(pid)).isFalse();

        // The next daemon leaves the time that was asked for.
        user.runJob(SAVING);
        awaitLines(4, 1);
        Process kill = user.start("kill", "--grace", "25", "4");
        await().until(() -> user.stored(4).path("state").stringValue("").equals("stopping"));
        user.runJob("--timeout", "3", "--", "sleep", "300");
        user.killDaemon();
        kill.waitFor();
        user.startDaemon();
        assertThat(user.exitCode(4)).isEqualTo(7);
        assertThat(user.valueAtEnd(5, "stop_reason")).isEqualTo("timeout of 3 s");
        assertThat(user.valueAtEnd(2, "stop_reason")).isEqualTo("no output for 6 s");
        assertThat(user.output(2)).isEqualTo("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
    }

    private void limitOpenFiles(int most) throws IOException, InterruptedException {
        String pid = Long.toString(user.daemonPid());
        List<String> limit = List.of("prlimit", "--pid", pid, "--nofile=" + most + ":");
        assertThat(new ProcessBuilder(limit).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void agentIsToldOfAKillByTheUserAndOfItsOwnByTheAnswerAloneAndMayTakeJobsWithIt() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start()) {
            StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");
            agent.run(Map.of("command", "sleep 300"));
            assertThat(agent.call("kill_job", Map.of("job", 1)))
                    .startsWith("Job 1 has been killed: signal SIGTERM.");
            awaitHandedOver(1);
            assertThat(agent.hook()).isEmpty();
            assertThat(agent.call("kill_job", Map.of("job", "1")))
                    .isEqualTo("Job 1 had already ended: signal SIGTERM.");
            assertThat(agent.call("kill_job", Map.of("job", "x")))
                    .contains("No job has the label \"x\".", "Nothing has been killed.");
            assertThat(agent.call("kill_job", Map.of("job", 5))).contains("Known jobs: 1");

            agent.run(Map.of("command", "sleep 300"));
            user.run("kill", "2");
            agent.awaitTold("(Signal: SIGTERM, killed by the user)");

            String left = "setsid sleep 300 >/dev/null 2>&1 & ";
            String leaves = left + left.replace("300", "301") + "sleep 0.1";
            agent.run(Map.of("command", leaves, "notify", "silent"));
            user.awaitEnd(3);
            assertThat(agent.call("kill_job", Map.of("job", 3)))
                    .startsWith(
                            "Job 3 had already ended: exit code 0. 2 processes that it left are still alive: ")
                    .contains("(sleep 300)", "(sleep 301)")
                    .endsWith("To end what it left: kill_job with job 3 and rest true.");
            assertThat(agent.call("kill_job", Map.of("job", 3, "rest", true)))
                    .isEqualTo(
                            "Job 3 had already ended: exit code 0. The 2 processes that it left have been ended.");

            agent.run(Map.of("command", "sleep 300"));
            agent.run(
                    Map.of("command", "sleep 301", "life_span", "with_agent", "notify", "silent"));
            agent.close();
            // It may call before it has been made the heir of the one before it.
            StandInAgent heir = StandInAgent.startIn(tmux, user, agent.pane());
            assertThat(heir.call("kill_job", Map.of("job", 4)))
                    .contains("has been killed: signal SIGTERM");
            awaitHandedOver(4);
            assertThat(heir.hook()).isEmpty();
            assertThat(user.valueAtEnd(5, "stop_reason")).isEqualTo("its agent has ended");
        }
    }

    private void awaitHandedOver(long job) {
        await().until(() -> user.stored(job).path("nudge").stringValue("").equals("handed_over"));
    }

    @Test
    void logOverItsBoundKeepsItsHeadAndItsTailAndSurplusJobsAreRemoved() throws IOException {
        Map<String, String> settings = Map.of("NUDGE_MAX_LOG", "4M", "NUDGE_KEEP_JOBS", "2");
        try (NudgeUser small = NudgeUser.with(settings)) {
            small.run(
                    "run",
                    "echo first; head -c 8000000 /dev/zero | tr '\\0' 'x' | fold -w 99; echo; echo last; sleep 300");
            Path log = small.job(1).resolve("output.log");
            await().until(() -> Files.exists(small.job(1).resolve("hole.json")));
            await().until(() -> small.run("logs", "-n", "1", "1").equals("last\n"));
            // The log is looked at once a second: the last part may have come since.
            await().until(() -> small.run("logs", "1").length(), length -> length < 4_500_000);

            Process logs = small.start("logs", "1");
            byte[] shown = logs.getInputStream().readAllBytes();

            assertThat(logs.errorReader().readLine())
                    .contains("bytes are missing after byte 1048506");
            assertThat(shown.length).isBetween(3_000_000, 4_500_000);
            assertThat(new String(shown, 0, 7, StandardCharsets.US_ASCII)).isEqualTo("first\nx");
            assertThat(shown).doesNotContain((byte) 0);
            assertThat(Files.size(log)).isGreaterThan(8_000_000);
            small.run("kill", "1");

            // That of a job which ends at once.
            Path text = small.folder("home").resolve("text");
            Files.writeString(text, "f\u00fcr alle\n".repeat(700_000));
            small.run("run", "cat " + text + "; echo last");
            small.awaitEnd(2);
            await().until(() -> Files.exists(small.job(2).resolve("hole.json")));
            String second = small.run("logs", "2");
            assertThat(second.length()).isBetween(2_500_000, 4_000_000);
            assertThat(second.lines().filter(line -> !line.startsWith("nudge: ")).distinct())
                    .containsExactly("f\u00fcr alle", "last");

            small.run("run", "true");
            small.run("run", "--wait", "true");
            small.killDaemon();
            small.startDaemon();
            await().until(() -> !Files.exists(small.job(2)));
            assertThat(small.job(1)).doesNotExist();
            assertThat(small.run("ps", "--all").lines()).hasSize(3);
        }
    }
}
