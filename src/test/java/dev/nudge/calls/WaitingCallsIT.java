package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Tool calls that wait: for one command, for several, and until they are moved to the background.
class WaitingCallsIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private StandInAgent agent() {
        return StandInAgent.start(tmux, user, "gemini-cli");
    }

    private String nudge(long job) {
        return user.record(job).path("nudge").stringValue();
    }

    private static int call(StandInAgent agent, String tool, Map<String, Object> arguments) {
        return call(agent, tool, arguments, "token");
    }

    private static int call(
            StandInAgent agent, String tool, Map<String, Object> arguments, String token) {
        Map<String, Object> meta = Map.of("progressToken", token);
        return agent.send(
                "tools/call", Map.of("name", tool, "arguments", arguments, "_meta", meta));
    }

    /// Runs a command and waits for it.
    private static int run(StandInAgent agent, String command) {
        return call(agent, "run_long_command", Map.of("command", command, "wait_seconds", 300));
    }

    private int background(String pane) throws InterruptedException {
        return user.start("background", pane).waitFor();
    }

    @Test
    void endIsAnsweredOnceIfTheAnswerIsReceived() {
        try (StandInAgent agent = agent()) {
            Map<String, Object> order =
                    Map.of(
                            "command",
                            "echo \"$WHO\" done; exit 3",
                            "env",
                            Map.of("WHO", "all"),
                            "wait_seconds",
                            20);
            JsonNode answer = agent.awaitAnswer(call(agent, "run_long_command", order));

            assertThat(StandInAgent.text(answer))
                    .startsWith("Job 1 (echo \"$WHO\" done; exit 3) has ended: exit code 3, after")
                    .endsWith("Its output, the last line:\nall done");
            assertThat(answer.at("/result/structuredContent/exit_code").asInt()).isEqualTo(3);
            assertThat(nudge(1)).isEqualTo("answered");
            agent.receive(answer);
            awaitNudge(1, "handed_over");

            agent.run(Map.of("command", "sleep 300"));
            assertThat(agent.call("kill_job", Map.of("job", 2))).contains("has been killed");
            awaitNudge(2, "handed_over");

            // Two calls at once wait for one job; the answer to one of them is not received.
            agent.run(Map.of("command", "sleep 1"));
            int dropped = call(agent, "wait_for_job", Map.of("job", 3));
            int received = call(agent, "wait_for_job", Map.of("job", 3));
            agent.awaitAnswer(dropped);
            agent.receive(agent.awaitAnswer(received));
            awaitNudge(3, "handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    private void awaitNudge(long job, String word) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(nudge(job)).isEqualTo(word));
    }

    /// As with a call that Escape has abandoned: Gemini CLI runs no hook for its answer.
    @Test
    void endIsToldByTheNextPromptIfTheAnswerWasNotReceived() throws IOException {
        Path file = Files.writeString(user.folder("watched").resolve("log"), "found\n");
        Map<String, Object> watch =
                Map.of("file", "" + file, "pattern", "found", "from", "start", "wait_seconds", 20);
        try (StandInAgent agent = agent()) {
            assertIsToldByTheNextPrompt(1, agent, run(agent, "exit 3"));
            assertIsToldByTheNextPrompt(2, agent, call(agent, "watch_output", watch));
            for (int job = 3; job <= 4; job++) {
                agent.run(Map.of("command", "sleep 1; exit 3"));
                String tool = job == 3 ? "wait_for_job" : "kill_job";
                assertIsToldByTheNextPrompt(job, agent, call(agent, tool, Map.of("job", job)));
            }
        }
    }

    private void assertIsToldByTheNextPrompt(long job, StandInAgent agent, int call) {
        agent.awaitAnswer(call);
        awaitNudge(job, "answered");

        assertThat(agent.hook()).contains("[nudge: job %d, ".formatted(job));
        assertThat(nudge(job)).isEqualTo("handed_over");
        assertThat(agent.hook()).isEmpty();
    }

    /// The daemon dies between the answer and its receipt; the next one learns of it all the same.
    @Test
    void receiptReachesTheNextDaemon() {
        try (StandInAgent agent = agent()) {
            JsonNode answer = agent.awaitAnswer(run(agent, "true"));
            user.killDaemon();
            assertThat(nudge(1)).isEqualTo("answered");
            agent.receive(answer);

            user.startDaemon();

            awaitNudge(1, "handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    @Test
    void whatTheAgentDidNotLiveToReceiveIsToldToTheNext() throws IOException {
        Path gate = user.folder("gates").resolve("left");
        String pane;
        ProcessHandle pump;
        try (StandInAgent first = agent()) {
            pane = first.pane();
            first.awaitAnswer(run(first, "exit 3"));
            awaitNudge(1, "answered");
            run(first, "while :; do date +%N; sleep 0.1; done");
            awaitState(2, "running");
            run(first, "until [ -e %s ]; do sleep 0.01; done; exit 4".formatted(gate));
            awaitState(3, "running");
            pump = ProcessHandle.of(first.pumpPid()).orElseThrow();
        }
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> !pump.isAlive());
        Files.createFile(gate);
        user.awaitEnd(3);
        try (StandInAgent second = StandInAgent.startIn(tmux, user, pane)) {
            second.awaitTold("(Exit code: 3)", "(Exit code: 4)");
            user.run("kill", "2");
            second.awaitTold("Background command completed");
        }
        assertThat(user.log()).as("no progress to one who has left").doesNotContain("call failed");
    }

    /// The user dropped the call and gave the agent a prompt, before the command ended.
    @Test
    void endThatWasAnsweredAfterTheNextPromptHadBegunIsToldByItsHook() {
        String ignoring = "trap 'echo it does not; sleep 2; exit 3' TERM; echo begun; ";
        try (StandInAgent agent = agent()) {
            int run = run(agent, ignoring + "sleep 2; kill $$");
            awaitState(1, "running");
            assertIsToldByAHookThatHasBegun(1, agent, run);

            agent.run(Map.of("command", ignoring + "while :; do sleep 0.1; done"));
            await().atMost(PATIENCE).until(() -> user.run("logs", "2").contains("begun"));
            int kill = call(agent, "kill_job", Map.of("job", 2, "grace_seconds", 20));
            awaitState(2, "stopping");
            assertIsToldByAHookThatHasBegun(2, agent, kill);
        }
    }

    private void awaitState(int job, String state) {
        await().atMost(PATIENCE)
                .until(() -> user.run("ps").matches("(?s).*\\n%d +%s .*".formatted(job, state)));
    }

    private void assertIsToldByAHookThatHasBegun(long job, StandInAgent agent, int call) {
        agent.startHook("BeforeAgent", Duration.ofSeconds(6));
        assertThat(StandInAgent.text(agent.awaitAnswer(call))).contains("exit code 3");

        assertThat(agent.hookAnswer()).contains("(Exit code: 3", "it does not");
        assertThat(nudge(job)).isEqualTo("handed_over");
        assertThat(agent.hook()).isEmpty();
    }

    @Test
    void environmentThatCannotBeIsRefusedAndLeavesNothingThatWaits() throws Exception {
        try (StandInAgent agent = agent()) {
            for (Map<String, Object> wrong :
                    List.of(
                            Map.<String, Object>of("NUDGE_JOB_DIR", "/forged"),
                            Map.<String, Object>of("A", "x\0y"),
                            Map.<String, Object>of("A=B", "x"),
                            Map.<String, Object>of("A", List.of()))) {
                assertThat(agent.run(Map.of("command", "true", "env", wrong)))
                        .startsWith("Error: ")
                        .endsWith("Nothing has been started.");
            }
            assertThat(user.run("ps", "--all")).startsWith("No jobs yet");
            assertThat(background(agent.pane())).isEqualTo(1);
            Process json = user.start("background", "--json", agent.pane());
            assertThat(json.inputReader().readAllLines())
                    .containsExactly("{", "  \"calls\" : [ ]", "}");
            assertThat(json.waitFor()).isEqualTo(1);
        }
    }

    @Test
    void waitsForAllJobsOrForOneOrUntilItsTimeIsUp() {
        try (StandInAgent agent = agent()) {
            assertThat(agent.run(Map.of("command", "echo begun; sleep 300", "wait_seconds", 5)))
                    .contains("started in the background")
                    .endsWith("Output of job 1 so far, the last line:\nbegun");
            agent.run(Map.of("command", "sleep 0.2; echo quick"));

            Map<String, Object> both = Map.of("jobs", List.of(1, 2), "timeout_seconds", 1);
            assertThat(agent.call("wait_for_job", Map.of("jobs", List.of(1, 2), "mode", "any")))
                    .contains("Job 2", "quick")
                    .doesNotContain("Job 1");
            assertThat(agent.call("wait_for_job", both))
                    .contains("Job 2", "Job 1 continues in the background");
            awaitNudge(2, "handed_over");
            assertThat(nudge(1)).isEqualTo("pending");
            assertThat(agent.call("wait_for_job", Map.of("job", 9))).contains("No job 9.");
        }
    }

    @Test
    void waitMovedToTheBackgroundIsAnsweredAtOnceAndTheEndIsTold() throws Exception {
        try (StandInAgent agent = agent()) {
            int id = run(agent, "echo so far; sleep 300");
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> user.run("logs", "1").contains("so far"));
            await().atMost(PATIENCE).until(() -> background(agent.pane()) == 0);

            JsonNode answer = agent.awaitAnswer(id).path("result");

            assertThat(answer.at("/structuredContent/backgrounded").asBoolean()).isTrue();
            assertThat(answer.at("/structuredContent/job").asLong()).isEqualTo(1);
            assertThat(answer.at("/content/0/text").stringValue())
                    .startsWith("The user has moved this call to the background.")
                    .endsWith("so far");
            assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");
            user.run("kill", "1");
            awaitNudge(1, "pending");
            agent.awaitTold("Background command completed");
        }
    }

    @Test
    void progressIsTheLastLineAndOfALongOneItsEnd() {
        try (StandInAgent agent = agent()) {
            assertThat(progressOf(agent, "for i in 1 2 3 4; do echo \"step $i\"; sleep 0.7; done"))
                    .hasSizeBetween(2, 7)
                    .anyMatch(line -> line.contains("step 2") || line.contains("step 3"))
                    .allMatch(line -> line.contains("\"token\""));
            assertThat(progressOf(agent, "printf '%0700000d step 2' 0; sleep 2"))
                    .anyMatch(line -> line.contains("\"…00") && line.contains("0 step 2\""))
                    .noneMatch(line -> line.contains("left out"));
        }
    }

    private static List<String> progressOf(StandInAgent agent, String command) {
        agent.awaitAnswer(run(agent, command));
        return agent.lines().stream()
                .filter(line -> line.contains("notifications/progress"))
                .toList();
    }

    @Test
    void promptTellsThatTheCallWasDroppedAndWhatHasEndedBefore() {
        try (StandInAgent agent = agent()) {
            int id = run(agent, "sleep 300");
            awaitPending();
            assertThat(agent.hook()).isEmpty();
            assertThat(StandInAgent.text(agent.awaitAnswer(id))).contains("to the background");
            assertThat(user.state().resolve("pending")).isEmptyDirectory();

            agent.run(Map.of("command", "sleep 1; echo first"));
            id = call(agent, "wait_for_job", Map.of("jobs", List.of(1, 2)));
            user.awaitEnd(2);
            agent.awaitTold("[first]");
            assertThat(StandInAgent.text(agent.awaitAnswer(id))).contains("Job 1 continues");
        }
    }

    private void awaitPending() {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(user.state().resolve("pending")).isNotEmptyDirectory());
    }

    /// A job that runs until its file is there, and so many calls that wait for it.
    private void waitAndEnd(StandInAgent agent, int calls) throws IOException {
        Path end = user.folder("ends").resolve("end-" + calls);
        agent.run(
                Map.of(
                        "command",
                        "while ! [ -e '%s' ]; do date; sleep 0.2; done".formatted(end),
                        "notify",
                        "silent"));
        List<Integer> ids =
                IntStream.range(0, calls)
                        .mapToObj(i -> waitForLast(agent, "w" + calls + "-" + i))
                        .toList();
        await().atMost(PATIENCE).until(() -> waiting(agent, "w" + calls + "-") == calls);
        Files.createFile(end);
        ids.forEach(id -> agent.awaitAnswer(id));
    }

    private static int waitForLast(StandInAgent agent, String token) {
        return call(agent, "wait_for_job", Map.of("job", "@last"), token);
    }

    private static long waiting(StandInAgent agent, String token) {
        Pattern progress = Pattern.compile("\"progressToken\":\"(" + token + "\\d+)\"");
        return agent.lines().stream()
                .map(progress::matcher)
                .filter(Matcher::find)
                .map(m -> m.group(1))
                .distinct()
                .count();
    }

    private static long readsOfProc(TracedDaemon daemon) throws IOException {
        return daemon.lines().stream().filter(line -> line.contains("\"/proc/")).count();
    }

    @Test
    void callsThatWaitTogetherCostNoMoreLooksAtProcessesEach() throws Exception {
        try (TracedDaemon daemon = new TracedDaemon(user, "openat");
                StandInAgent agent = agent()) {
            waitAndEnd(agent, 1);
            long begun = readsOfProc(daemon);
            waitAndEnd(agent, 20);
            long few = readsOfProc(daemon) - begun;
            waitAndEnd(agent, 120);
            long many = readsOfProc(daemon) - begun - few;

            assertThat(many / 120.0).isLessThan(1.5 * few / 20.0);
        }
    }

    @Test
    void callBeyondTheMostIsRefusedAndTheOthersAreAnswered() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 300", "notify", "silent"));
            List<Integer> ids =
                    IntStream.range(0, 260).mapToObj(i -> waitForLast(agent, "t" + i)).toList();

            for (int id : ids.subList(250, 260)) {
                assertThat(agent.awaitAnswer(id).at("/error/message").stringValue(""))
                        .contains("250 calls of this client", "was not begun");
            }
            user.run("kill", "1");
            for (int id : ids.subList(0, 250)) {
                assertThat(StandInAgent.text(agent.awaitAnswer(id))).contains("has ended");
            }
            assertThat(agent.call("list_jobs", Map.of())).startsWith("1: ");
        }
    }
}
