package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// Tool calls that wait: for one command, for several, and until they are moved to the background.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitingCallsIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    /// Waits for a state of a job that a call is about to begin.
    private static void awaitState(NudgeUser user, int job, String state) {
        await().until(() -> user.stored().size() >= job);
        user.awaitState(job, state);
    }

    private static int call(StandInAgent agent, String tool, Map<String, Object> arguments) {
        return agent.sendCall(tool, arguments, "token");
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
        int job = user.next();
        String command = "echo \"$WHO\" done; exit 3";
        Map<String, String> who = Map.of("WHO", "all");
        Map<String, Object> order = Map.of("command", command, "env", who, "wait_seconds", 20);
        JsonNode answer = agent.awaitAnswer(call(agent, "run_long_command", order));

        assertThat(StandInAgent.text(answer))
                .startsWith("Job %d (%s) has ended: exit code 3, after".formatted(job, command))
                .endsWith("Its output, the last line:\nall done");
        assertThat(answer.at("/result/structuredContent/exit_code").asInt()).isEqualTo(3);
        // The daemon dies before the receipt comes.
        user.killDaemon();
        assertThat(user.nudge(job)).isEqualTo("answered");
        agent.receive(answer);
        user.startDaemon();
        user.awaitNudge(job, "handed_over");

        agent.run(Map.of("command", "sleep 9000"));
        assertThat(agent.call("kill_job", Map.of("job", job + 1))).contains("has been killed");
        user.awaitNudge(job + 1, "handed_over");

        // Two calls at once wait for one job; the answer to one of them is not received.
        agent.run(Map.of("command", "sleep 1"));
        int dropped = call(agent, "wait_for_job", Map.of("job", job + 2));
        int received = call(agent, "wait_for_job", Map.of("job", job + 2));
        agent.awaitAnswer(dropped);
        agent.receive(agent.awaitAnswer(received));
        user.awaitNudge(job + 2, "handed_over");
        assertThat(agent.hook()).isEmpty();
    }

    /// As with a call that Escape has abandoned: Gemini CLI runs no hook for its answer.
    @Test
    void endIsToldByTheNextPromptIfTheAnswerWasNotReceived() throws IOException {
        Path file = Files.writeString(user.folder("watched").resolve("log"), "found\n");
        Map<String, Object> watch =
                Map.of("file", "" + file, "pattern", "found", "from", "start", "wait_seconds", 20);
        int job = user.next();
        assertIsToldByTheNextPrompt(job, run(agent, "exit 3"));
        assertIsToldByTheNextPrompt(job + 1, call(agent, "watch_output", watch));
        for (String tool : List.of("wait_for_job", "kill_job")) {
            job = user.next();
            agent.run(Map.of("command", "sleep 1; exit 3"));
            assertIsToldByTheNextPrompt(job, call(agent, tool, Map.of("job", job)));
        }
    }

    private void assertIsToldByTheNextPrompt(long job, int call) {
        agent.awaitAnswer(call);
        user.awaitNudge(job, "answered");

        assertThat(agent.hook()).contains("[nudge: job %d, ".formatted(job));
        assertThat(user.nudge(job)).isEqualTo("handed_over");
        assertThat(agent.hook()).isEmpty();
    }

    @Test
    void whatTheAgentDidNotLiveToReceiveIsToldToTheNext() throws IOException {
        try (NudgeUser leaving = NudgeUser.create()) {
            String pane = tmux.newWindow("gemini-cli", leaving.environment(), "sh");
            Path gate = leaving.folder("gates").resolve("left");
            ProcessHandle pump;
            try (StandInAgent first = StandInAgent.startIn(tmux, leaving, pane)) {
                first.awaitAnswer(run(first, "exit 3"));
                run(first, "while :; do date +%N; sleep 0.1; done");
                awaitState(leaving, 2, "running");
                run(first, "until [ -e %s ]; do sleep 0.01; done; exit 4".formatted(gate));
                awaitState(leaving, 3, "running");
                pump = ProcessHandle.of(first.pumpPid()).orElseThrow();
            }
            await().pollInterval(Duration.ofMillis(10)).until(() -> !pump.isAlive());
            Files.createFile(gate);
            leaving.awaitEnd(3);
            try (StandInAgent second = StandInAgent.startIn(tmux, leaving, pane)) {
                second.awaitTold("(Exit code: 3)", "(Exit code: 4)");
                leaving.run("kill", "2");
                second.awaitTold("Background command completed");
            }
            assertThat(leaving.log())
                    .as("no progress to one who has left")
                    .doesNotContain("call failed");
        }
    }

    /// The user dropped the call and gave the agent a prompt, before the command ended.
    @Test
    void endThatWasAnsweredAfterTheNextPromptHadBegunIsToldByItsHook() {
        String ignoring = "trap 'echo it does not; sleep 2; exit 3' TERM; echo begun; ";
        int job = user.next();
        int run = run(agent, ignoring + "sleep 2; kill $$");
        awaitState(user, job, "running");
        assertIsToldByAHookThatHasBegun(job, run);

        agent.run(Map.of("command", ignoring + "while :; do sleep 0.1; done"));
        user.awaitOutput(job + 1, "begun");
        int kill = call(agent, "kill_job", Map.of("job", job + 1, "grace_seconds", 20));
        awaitState(user, job + 1, "stopping");
        assertIsToldByAHookThatHasBegun(job + 1, kill);
    }

    private void assertIsToldByAHookThatHasBegun(long job, int call) {
        agent.startHook("BeforeAgent", Duration.ofSeconds(6));
        assertThat(StandInAgent.text(agent.awaitAnswer(call))).contains("exit code 3");

        assertThat(agent.hookAnswer()).contains("(Exit code: 3", "it does not");
        assertThat(user.nudge(job)).isEqualTo("handed_over");
        assertThat(agent.hook()).isEmpty();
    }

    @Test
    void environmentThatCannotBeIsRefusedAndLeavesNothingThatWaits() throws Exception {
        int job = user.next();
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
        assertThat(user.next()).as("the next job").isEqualTo(job);
        assertThat(background(agent.pane())).isEqualTo(1);
        Process json = user.start("background", "--json", agent.pane());
        assertThat(json.inputReader().readAllLines())
                .containsExactly("{", "  \"calls\" : [ ]", "}");
        assertThat(json.waitFor()).isEqualTo(1);
    }

    @Test
    void waitsForAllJobsOrForOneOrUntilItsTimeIsUp() {
        int slow = user.next();
        int quick = slow + 1;
        assertThat(agent.run(Map.of("command", "echo begun; sleep 9000", "wait_seconds", 5)))
                .contains("started in the background")
                .endsWith("Output of job %d so far, the last line:\nbegun".formatted(slow));
        agent.run(Map.of("command", "sleep 0.2; echo quick"));

        List<Integer> both = List.of(slow, quick);
        assertThat(agent.call("wait_for_job", Map.of("jobs", both, "mode", "any")))
                .contains("Job " + quick, "quick")
                .doesNotContain("Job " + slow);
        assertThat(agent.call("wait_for_job", Map.of("jobs", both, "timeout_seconds", 1)))
                .contains("Job " + quick, "Job %d continues in the background".formatted(slow));
        user.awaitNudge(quick, "handed_over");
        assertThat(user.nudge(slow)).isEqualTo("pending");
        assertThat(agent.call("wait_for_job", Map.of("job", 999))).contains("No job 999.");
    }

    @Test
    void waitMovedToTheBackgroundIsAnsweredAtOnceAndTheEndIsTold() throws Exception {
        int job = user.next();
        int id = run(agent, "echo so far; sleep 9000");
        user.awaitOutput(job, "so far");
        await().until(() -> background(agent.pane()) == 0);

        JsonNode answer = agent.awaitAnswer(id).path("result");

        assertThat(answer.at("/structuredContent/backgrounded").asBoolean()).isTrue();
        assertThat(answer.at("/structuredContent/job").asLong()).isEqualTo(job);
        assertThat(answer.at("/content/0/text").stringValue())
                .startsWith("The user has moved this call to the background.")
                .endsWith("so far");
        assertThat(user.value(job, "state")).isEqualTo("running");
        user.run("kill", "" + job);
        user.awaitNudge(job, "pending");
        agent.awaitTold("Background command completed");
    }

    @Test
    void progressIsTheLastLineAndOfALongOneItsEnd() {
        assertThat(progressOf("for i in 1 2 3 4; do echo \"step $i\"; sleep 0.7; done"))
                .hasSizeBetween(2, 7)
                .anyMatch(line -> line.contains("step 2") || line.contains("step 3"));
        assertThat(progressOf("printf '%0700000d step 2' 0; sleep 2"))
                .anyMatch(line -> line.contains("\"…00") && line.contains("0 step 2\""))
                .noneMatch(line -> line.contains("left out"));
    }

    private List<String> progressOf(String command) {
        String token = "progress of job " + user.next();
        Map<String, Object> order =
                Map.of("command", command, "wait_seconds", 300, "notify", "silent");
        agent.awaitAnswer(agent.sendCall("run_long_command", order, token));
        return agent.lines().stream()
                .filter(line -> line.contains("notifications/progress") && line.contains(token))
                .toList();
    }

    @Test
    void promptTellsThatTheCallWasDroppedAndWhatHasEndedBefore() {
        int job = user.next();
        int id = run(agent, "sleep 9000");
        Path marks = user.state().resolve("pending");
        await().untilAsserted(() -> assertThat(marks).isNotEmptyDirectory());
        assertThat(agent.hook()).isEmpty();
        assertThat(StandInAgent.text(agent.awaitAnswer(id))).contains("to the background");
        assertThat(marks).isEmptyDirectory();

        agent.run(Map.of("command", "sleep 1; echo first"));
        id = call(agent, "wait_for_job", Map.of("jobs", List.of(job, job + 1)));
        user.awaitEnd(job + 1);
        agent.awaitTold("[first]");
        assertThat(StandInAgent.text(agent.awaitAnswer(id)))
                .contains("Job %d continues".formatted(job));
    }

    @Test
    void callBeyondTheMostIsRefusedAndTheOthersAreAnswered() {
        int job = user.next();
        agent.run(Map.of("command", "sleep 9000", "notify", "silent"));
        List<Integer> ids =
                IntStream.range(0, 260)
                        .mapToObj(_ -> call(agent, "wait_for_job", Map.of("job", job)))
                        .toList();

        for (int id : ids.subList(250, 260)) {
            assertThat(agent.awaitAnswer(id).at("/error/message").stringValue(""))
                    .contains("250 calls of this client", "was not begun");
        }
        user.run("kill", "" + job);
        for (int id : ids.subList(0, 250)) {
            assertThat(StandInAgent.text(agent.awaitAnswer(id))).contains("has ended");
        }
        assertThat(agent.call("list_jobs", Map.of())).contains(job + ": ");
    }
}
