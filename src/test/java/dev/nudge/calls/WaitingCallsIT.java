package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
        return agent.send(
                "tools/call",
                Map.of(
                        "name",
                        tool,
                        "arguments",
                        arguments,
                        "_meta",
                        Map.of("progressToken", "token")));
    }

    private static JsonNode answer(StandInAgent agent, int id) {
        return await().atMost(PATIENCE)
                .until(() -> agent.answer(id), Optional::isPresent)
                .orElseThrow();
    }

    private int background(String pane) throws InterruptedException {
        return user.start("background", pane).waitFor();
    }

    @Test
    void commandThatEndsInTimeIsAnsweredWithItsResultAndNotToldAgain() {
        try (StandInAgent agent = agent()) {
            JsonNode answer =
                    agent.request(
                            "tools/call",
                            Map.of(
                                    "name",
                                    "run_long_command",
                                    "arguments",
                                    Map.of(
                                            "command",
                                            "echo \"$WHO\" done; exit 3",
                                            "env",
                                            Map.of("WHO", "all"),
                                            "wait_seconds",
                                            20)));

            assertThat(StandInAgent.text(answer))
                    .startsWith("Job 1 (echo \"$WHO\" done; exit 3) has ended: exit code 3, after")
                    .endsWith("Its output, the last line:\nall done");
            assertThat(answer.path("result").path("structuredContent").path("exit_code").asInt())
                    .isEqualTo(3);
            assertThat(nudge(1)).isEqualTo("answered");
            agent.receive(answer);
            awaitNudge("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    private void awaitNudge(String word) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(nudge(1)).isEqualTo(word));
    }

    /// As with a call that Escape has abandoned: Gemini CLI runs no hook for its answer.
    @ParameterizedTest
    @ValueSource(strings = {"run_long_command", "wait_for_job", "watch_output", "kill_job"})
    void endIsToldByTheNextPromptIfTheAnswerWasNotReceived(String tool) {
        String file = user.folder("watched").resolve("log").toString();
        try (StandInAgent agent = agent()) {
            if (tool.equals("wait_for_job") || tool.equals("kill_job")) {
                agent.run(Map.of("command", "sleep 1; exit 3"));
            }
            answer(
                    agent,
                    switch (tool) {
                        case "run_long_command" ->
                                call(agent, tool, Map.of("command", "exit 3", "wait_seconds", 20));
                        case "watch_output" -> watch(agent, file);
                        default -> call(agent, tool, Map.of("job", 1));
                    });
            awaitNudge("answered");

            assertThat(agent.hook()).contains("[nudge: job 1, ");
            assertThat(nudge(1)).isEqualTo("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    private static int watch(StandInAgent agent, String file) {
        try {
            Files.writeString(Path.of(file), "found\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return call(
                agent,
                "watch_output",
                Map.of("file", file, "pattern", "found", "from", "start", "wait_seconds", 20));
    }

    @Test
    void receiptOfAnAnswerToKillCounts() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 300"));

            assertThat(agent.call("kill_job", Map.of("job", 1))).contains("has been killed");

            awaitNudge("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    /// The daemon dies between the answer and its receipt; the next one learns of it all the same.
    @Test
    void receiptReachesTheNextDaemon() {
        try (StandInAgent agent = agent()) {
            JsonNode answer =
                    answer(
                            agent,
                            call(
                                    agent,
                                    "run_long_command",
                                    Map.of("command", "true", "wait_seconds", 20)));
            user.killDaemon();
            assertThat(nudge(1)).isEqualTo("answered");
            agent.receive(answer);

            user.startDaemon();

            awaitNudge("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    @Test
    void answerThatTheAgentDidNotLiveToReceiveIsToldToTheNext() {
        String pane;
        try (StandInAgent first = agent()) {
            pane = first.pane();
            int id =
                    call(
                            first,
                            "run_long_command",
                            Map.of("command", "exit 3", "wait_seconds", 20));
            answer(first, id);
            awaitNudge("answered");
        }
        try (StandInAgent second = StandInAgent.startIn(tmux, user, pane)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(second.hook()).contains("(Exit code: 3)"));
        }
    }

    /// Two calls at once wait for one job; one of them is dropped.
    @Test
    void oneReceiptOfTwoAnswersIsEnough() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 1"));
            int dropped = call(agent, "wait_for_job", Map.of("job", 1));
            int received = call(agent, "wait_for_job", Map.of("job", 1));
            answer(agent, dropped);
            agent.receive(answer(agent, received));

            awaitNudge("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
    }

    /// The user dropped the call and gave the agent a prompt, before the command ended.
    @ParameterizedTest
    @ValueSource(strings = {"run_long_command", "kill_job"})
    void endThatWasAnsweredAfterTheNextPromptHadBegunIsToldByItsHook(String tool) {
        boolean isKill = tool.equals("kill_job");
        String ignoring = "trap 'echo it does not; sleep 2; exit 3' TERM; echo begun; ";
        String command = ignoring + (isKill ? "while :; do sleep 0.1; done" : "sleep 2; kill $$");
        try (StandInAgent agent = agent()) {
            int call;
            if (isKill) {
                agent.run(Map.of("command", command));
                await().atMost(PATIENCE).until(() -> user.run("logs", "1").contains("begun"));
                call = call(agent, tool, Map.of("job", 1, "grace_seconds", 20));
            } else {
                call = call(agent, tool, Map.of("command", command, "wait_seconds", 20));
            }
            String state = isKill ? "stopping" : "running";
            await().atMost(PATIENCE)
                    .until(() -> user.run("ps").matches("(?s).*\\n1 +%s .*".formatted(state)));

            agent.startHook("BeforeAgent", Duration.ofSeconds(6));
            assertThat(StandInAgent.text(answer(agent, call))).contains("exit code 3");

            assertThat(agent.hookAnswer()).contains("(Exit code: 3", "it does not");
            assertThat(nudge(1)).isEqualTo("handed_over");
            assertThat(agent.hook()).isEmpty();
        }
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
    void commandThatDoesNotEndInTimeIsToldLater() {
        try (StandInAgent agent = agent()) {
            String answer =
                    agent.run(Map.of("command", "echo begun; sleep 300", "wait_seconds", 5));

            assertThat(answer)
                    .contains("started in the background")
                    .endsWith("Output of job 1 so far, the last line:\nbegun");
        }
    }

    @Test
    void waitsForAllJobsOrForOne() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 0.2; echo quick"));
            agent.run(Map.of("command", "sleep 300"));

            assertThat(agent.call("wait_for_job", Map.of("jobs", List.of(1, 2), "mode", "any")))
                    .contains("Job 1", "quick")
                    .doesNotContain("Job 2");
            assertThat(
                            agent.call(
                                    "wait_for_job",
                                    Map.of("jobs", List.of(1, 2), "timeout_seconds", 1)))
                    .contains("Job 1", "Job 2 continues in the background");
            awaitNudge("handed_over");
            assertThat(nudge(2)).isEqualTo("pending");
            assertThat(agent.call("wait_for_job", Map.of("job", 9))).contains("No job 9.");
        }
    }

    @Test
    void waitMovedToTheBackgroundIsAnsweredAtOnceAndTheEndIsTold() throws Exception {
        try (StandInAgent agent = agent()) {
            int id =
                    call(
                            agent,
                            "run_long_command",
                            Map.of("command", "echo so far; sleep 300", "wait_seconds", 300));
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> user.run("logs", "1").contains("so far"));
            await().atMost(PATIENCE).until(() -> background(agent.pane()) == 0);

            JsonNode answer = answer(agent, id).path("result");

            assertThat(answer.path("structuredContent").path("backgrounded").asBoolean()).isTrue();
            assertThat(answer.path("structuredContent").path("job").asLong()).isEqualTo(1);
            assertThat(answer.path("content").path(0).path("text").stringValue())
                    .startsWith("The user has moved this call to the background.")
                    .endsWith("so far");
            assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");
            user.run("kill", "1");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(nudge(1)).isEqualTo("pending"));
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
        Map<String, Object> arguments = Map.of("command", command, "wait_seconds", 60);
        answer(agent, call(agent, "run_long_command", arguments));
        return agent.lines().stream()
                .filter(line -> line.contains("notifications/progress"))
                .toList();
    }

    @Test
    void promptTellsThatTheCallWasDropped() {
        try (StandInAgent agent = agent()) {
            int id =
                    call(
                            agent,
                            "run_long_command",
                            Map.of("command", "sleep 300", "wait_seconds", 300));
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(user.state().resolve("pending")).isNotEmptyDirectory());

            assertThat(agent.hook()).isEmpty();

            assertThat(StandInAgent.text(answer(agent, id))).contains("to the background");
            assertThat(user.state().resolve("pending")).isEmptyDirectory();
        }
    }

    @Test
    void endBeforeTheCallWasDroppedIsToldToo() {
        try (StandInAgent agent = agent()) {
            agent.run(Map.of("command", "sleep 1; echo first"));
            agent.run(Map.of("command", "sleep 300"));
            int id = call(agent, "wait_for_job", Map.of("jobs", List.of(1, 2)));
            user.awaitEnd(1);

            agent.awaitTold("[first]");
            assertThat(StandInAgent.text(answer(agent, id))).contains("Job 2 continues");
        }
    }

    @Test
    void endThatNoAgentHearsIsToldToTheNext() {
        String pane;
        try (StandInAgent first = agent()) {
            pane = first.pane();
            call(first, "run_long_command", Map.of("command", "sleep 300", "wait_seconds", 300));
            await().atMost(PATIENCE).until(() -> !user.stored().isEmpty());
            await().atMost(PATIENCE)
                    .until(() -> user.record(1).path("state").stringValue().equals("running"));
        }
        try (StandInAgent second = StandInAgent.startIn(tmux, user, pane)) {
            user.run("kill", "1");

            second.awaitTold("Background command completed");
        }
    }

    /// A job that runs until its file is there, and so many calls that wait for it.
    private void waitAndEnd(StandInAgent agent, int calls) {
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
        try {
            Files.createFile(end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ids.forEach(id -> answer(agent, id));
    }

    private static int waitForLast(StandInAgent agent, String token) {
        return agent.send(
                "tools/call",
                Map.of(
                        "name",
                        "wait_for_job",
                        "arguments",
                        Map.of("job", "@last"),
                        "_meta",
                        Map.of("progressToken", token)));
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
                assertThat(answer(agent, id).at("/error/message").stringValue(""))
                        .contains("250 calls of this client", "was not begun");
            }
            user.run("kill", "1");
            for (int id : ids.subList(0, 250)) {
                assertThat(StandInAgent.text(answer(agent, id))).contains("has ended");
            }
            assertThat(agent.call("list_jobs", Map.of())).startsWith("1: ");
        }
    }
}
