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

    private void awaitLines(int lines) {
        await().until(() -> user.output(1).lines().count() >= lines);
    }

    private List<Long> pids(int lines) {
        awaitLines(lines);
        return user.output(1).lines().map(Long::parseLong).toList();
    }

    private static boolean isAlive(long pid) {
        // One that is dead, but not yet collected by its parent, counts as dead.
        return new ProcessTable().identify(pid).isPresent();
    }

    /// Children, and grandchildren in sessions of their own.
    @Test
    void killedJobEndsByTheSignalWithAllThatItHasStarted() {
        user.runJob(
                "sleep 300 & echo $!; (setsid sh -c 'echo $$; sleep 301' </dev/null 2>/dev/null &)"
                        + " ; (setsid setsid -f sh -c 'echo $$; exec sleep 302' &) ; echo $$; wait");
        List<Long> processes = pids(4);
        assertThat(processes).allMatch(KillIT::isAlive);

        assertThat(user.run("kill", "1")).isEqualTo("Job 1 has been killed: signal SIGTERM.\n");

        assertThat(processes).noneMatch(KillIT::isAlive);
        assertThat(user.value(1, "signal")).isEqualTo("SIGTERM");
        assertThat(user.value(1, "stop_reason")).isEqualTo("killed by the user");
    }

    /// As when clients hold all files that the daemon may open: then it finds no processes.
    @Test
    void killByADaemonWithTooManyOpenFilesIsRepeated() throws Exception {
        user.runJob("trap 'echo no' TERM; echo $$; while :; do sleep 0.1; done");
        List<Long> processes = pids(1);
        Process kill = user.start("kill", "--grace", "10", "1");
        awaitLines(2);
        limitOpenFiles(8);

        assertThat(kill.errorReader().lines())
                .singleElement(as(STRING))
                .contains("has not been killed yet", "Too many open files", "will try again");
        assertThat(processes).allMatch(KillIT::isAlive);
        limitOpenFiles(1024);

        JsonNode end = user.awaitEnd(1, Duration.ofMinutes(2));
        assertThat(end.path("signal").stringValue()).isEqualTo("SIGKILL");
        assertThat(processes).noneMatch(KillIT::isAlive);
    }

    private void limitOpenFiles(int most) throws IOException, InterruptedException {
        String pid = Long.toString(user.daemonPid());
        List<String> limit = List.of("prlimit", "--pid", pid, "--nofile=" + most + ":");
        assertThat(new ProcessBuilder(limit).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void stoppedJobIsWokenToEndWhichASecondKillOnlyAnswers() {
        user.runJob("trap 'exit 7' TERM; echo $$; kill -STOP $$; while :; do sleep 0.1; done");
        awaitLines(1);

        assertThat(user.run("kill", "1")).isEqualTo("Job 1 has been killed: exit code 7.\n");
        assertThat(user.run("kill", "1")).isEqualTo("Job 1 had already ended: exit code 7.\n");
        assertThat(user.fail("kill", "9"))
                .isEqualTo("nudge: No job 9. Known jobs: 1. List all with \"nudge ps --all\".\n");
        for (String command : List.of("kill", "wait", "clean")) {
            assertThat(user.misuse(command, "7-3"))
                    .startsWith(
                            "nudge: 7-3 is an empty range; expected the lower number first, 3-7.\n");
        }
        assertThat(user.misuse("kill", "@lsat")).contains("\"@lsat\" is not a job; expected");
    }

    @Test
    void endedJobSaysWhatItHasLeftWhichIsEndedIfAsked() {
        user.runJob("setsid sleep 300 >/dev/null 2>&1 & echo $!");
        user.awaitEnd(1);
        long left = pids(1).getFirst();
        String ended = "Job 1 had already ended: exit code 0.";
        await().untilAsserted(() ->
                assertThat(user.run("kill", "1"))
                        .isEqualTo(
                                "%s 1 process that it left is still alive: %d (sleep 300). To end what it left: nudge kill --rest 1\n"
                                        .formatted(ended, left)));
        assertThat(isAlive(left)).isTrue();

        assertThat(user.run("kill", "--rest", "1"))
                .isEqualTo(ended + " The process that it left has been ended.\n");

        assertThat(isAlive(left)).isFalse();
        assertThat(user.run("kill", "--rest", "1")).isEqualTo(ended + "\n");
        assertThat(user.record(1).path("exit_code").intValue(-1)).isZero();
        assertThat(user.misuse("kill", "--rest", "--all")).contains("--rest cannot be combined");
    }

    @Test
    void jobThatIgnoresTermIsKilledAfterTheGraceAndTwoKillsAtOnceAgree() throws Exception {
        user.runJob("trap '' TERM; echo $$; while :; do sleep 0.1; done");
        List<Long> processes = pids(1);

        Process first = user.start("kill", "--grace", "1", "1");
        Process second = user.start("kill", "--grace", "1", "1");

        assertThat(List.of(first.waitFor(), second.waitFor())).containsExactly(0, 0);
        assertThat(first.inputReader().readLine()).contains("signal SIGKILL");
        assertThat(second.inputReader().readLine()).contains("signal SIGKILL");
        assertThat(processes).noneMatch(KillIT::isAlive);
    }

    @Test
    void nextDaemonLeavesTheTimeThatWasAskedFor() throws Exception {
        user.runJob(SAVING);
        awaitLines(1);

        Process kill = user.start("kill", "--grace", "25", "1");
        await().until(() -> user.stored(1).path("state").stringValue("").equals("stopping"));
        user.killDaemon();
        kill.waitFor();
        user.startDaemon();

        assertThat(user.exitCode(1)).isEqualTo(7);
    }

    @Test
    void agentIsToldOfAKillByTheUserAndOfItsOwnByTheAnswerAloneAndMayTakeJobsWithIt() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start()) {
            StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");
            agent.run(Map.of("command", "sleep 300"));
            assertThat(agent.call("kill_job", Map.of("job", 1)))
                    .startsWith("Job 1 has been killed: signal SIGTERM.");
            awaitNudge("handed_over");
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
            agent.run(Map.of("command", left + left.replace("300", "301") + "sleep 0.1"));
            user.awaitEnd(3);
            assertThat(agent.call("kill_job", Map.of("job", 3)))
                    .startsWith(
                            "Job 3 had already ended: exit code 0. 2 processes that it left are still alive: ")
                    .contains("(sleep 300)", "(sleep 301)")
                    .endsWith("To end what it left: kill_job with job 3 and rest true.");
            assertThat(agent.call("kill_job", Map.of("job", 3, "rest", true)))
                    .isEqualTo(
                            "Job 3 had already ended: exit code 0. The 2 processes that it left have been ended.");

            agent.run(Map.of("command", "sleep 300", "life_span", "with_agent"));
            agent.run(Map.of("command", "sleep 301"));
            agent.close();
            assertThat(user.awaitEnd(4).path("stop_reason").stringValue())
                    .isEqualTo("its agent has ended");
            assertThat(user.value(5, "state")).isEqualTo("running");
            user.run("kill", "5");
        }
    }

    /// It may call before it has been made the heir of the one before it.
    @Test
    void newAgentThatKillsAJobOfTheOneBeforeIsToldByTheAnswerAndNotAgain() {
        TmuxServerFixture tmux = TmuxServerFixture.start();
        String pane;
        try (StandInAgent first = StandInAgent.start(tmux, user, "gemini-cli")) {
            pane = first.pane();
            first.run(Map.of("command", "sleep 300"));
        }
        try (tmux;
                StandInAgent second = StandInAgent.startIn(tmux, user, pane)) {
            assertThat(second.call("kill_job", Map.of("job", 1)))
                    .contains("has been killed: signal SIGTERM");
            awaitNudge("handed_over");
            assertThat(second.hook()).isEmpty();
        }
    }

    private void awaitNudge(String word) {
        await().untilAsserted(() -> assertThat(user.value(1, "nudge")).isEqualTo(word));
    }

    @Test
    void jobIsStoppedAtItsTimeoutOrWhenItFallsSilentAlsoUnderTheNextDaemon() {
        user.runJob(
                "--silence-timeout",
                "6",
                "--",
                "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 1.5; done; sleep 300");
        user.runJob("--timeout", "1", "--", "sleep", "300");
        JsonNode job = user.awaitEnd(2);
        assertThat(job.path("signal").stringValue()).isEqualTo("SIGTERM");
        assertThat(job.path("stop_reason").stringValue()).isEqualTo("timeout of 1 s");

        user.runJob("--timeout", "3", "--", "sleep", "300");
        user.killDaemon();
        user.startDaemon();

        assertThat(user.awaitEnd(3).path("stop_reason").stringValue()).isEqualTo("timeout of 3 s");
        assertThat(user.awaitEnd(1).path("stop_reason").stringValue())
                .isEqualTo("no output for 6 s");
        assertThat(user.run("logs", "1")).isEqualTo("1\n2\n3\n4\n5\n6\n7\n8\n");
    }

    @Test
    void logOverItsBoundKeepsItsHeadAndItsTail() throws IOException {
        try (NudgeUser small = NudgeUser.with(Map.of("NUDGE_MAX_LOG", "4M"))) {
            small.run(
                    "run",
                    "echo first; head -c 30000000 /dev/zero | tr '\\0' 'x' | fold -w 99; echo; echo last; sleep 300");
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
            assertThat(Files.size(log)).isGreaterThan(30_000_000);
            small.run("kill", "1");

            // That of a job which ends at once.
            Path text = small.folder("home").resolve("text");
            Files.writeString(text, "f\u00fcr alle\n".repeat(2_000_000));
            small.run("run", "cat " + text + "; echo last");
            small.awaitEnd(2);
            await().until(() -> Files.exists(small.job(2).resolve("hole.json")));
            String second = small.run("logs", "2");
            assertThat(second.length()).isBetween(2_500_000, 4_000_000);
            assertThat(second.lines().filter(line -> !line.startsWith("nudge: ")).distinct())
                    .containsExactly("f\u00fcr alle", "last");
        }
    }

    @Test
    void allThatRunsIsKilledAndSignalsAreGivenAsToKill() {
        user.run("run", "--", "sleep 300");
        user.run("run", "--", "sleep 301");
        user.run("run", "--", "sleep 302");
        assertThat(user.run("kill", "-CONT", "1"))
                .isEqualTo("SIGCONT was sent to job 1 (1 process).\n");
        assertThat(user.run("kill", "-9", "1"))
                .isEqualTo("SIGKILL was sent to job 1 (1 process).\n");
        assertThat(user.awaitEnd(1).path("signal").stringValue()).isEqualTo("SIGKILL");

        assertThat(user.run("kill", "--all"))
                .isEqualTo(
                        "Job 2 has been killed: signal SIGTERM.\nJob 3 has been killed: signal SIGTERM.\n");
        assertThat(user.run("kill", "--all")).isEqualTo("No running jobs.\n");
        assertThat(user.misuse("kill", "--all", "1")).contains("--all means every job");
        assertThat(user.misuse("kill")).contains("JOB is missing", "See: nudge kill --help");
    }

    @Test
    void cleanRemovesWhatHasEndedAndBeenToldIfThatIsConfirmed() {
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            user.runJob("true");
            user.awaitEnd(1);
            agent.run(Map.of("command", "echo untold"));
            user.awaitEnd(2);
            user.runJob("sleep 300");
            user.run("run", "--after", "3", "--", "true");

            assertThat(user.misuse("clean"))
                    .contains("all jobs that have ended are removed", "--yes");
            assertThat(user.misuse("clean", "--json")).contains("--yes");
            assertThat(user.fail("clean", "1-3"))
                    .isEqualTo(
                            "nudge: Only jobs that have ended can be removed. End the others first: nudge kill 3\n");
            assertThat(user.fail("clean", "3", "4"))
                    .contains("End the others first: nudge kill 3 4");
            assertThat(user.job(1)).exists();

            assertThat(user.run("clean", "--yes"))
                    .isEqualTo(
                            "1 job removed.\n1 job is still to be reported to an agent. To remove it anyway: nudge clean 2\n");
            assertThat(user.job(1)).doesNotExist();
            assertThat(user.run("ps", "--all").lines()).hasSize(4);
            user.runJob("true");
            assertThat(user.record(5).path("job").longValue()).isEqualTo(5);
            user.run("kill", "3");
        }
    }

    @Test
    void oldAndSurplusJobsAreRemoved() {
        try (NudgeUser brief = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "2"))) {
            for (int i = 0; i < 4; i++) {
                brief.run("run", "true");
            }
            brief.awaitEnd(4);
            brief.killDaemon();
            brief.startDaemon();
            await().until(() -> !Files.exists(brief.job(2)));
            assertThat(brief.job(1)).doesNotExist();
            assertThat(brief.run("ps", "--all").lines()).hasSize(3);
        }
    }
}
