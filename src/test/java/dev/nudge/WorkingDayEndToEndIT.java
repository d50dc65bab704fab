package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// A day with the agent and the human beside it: every tool once, in the real Gemini CLI.
class WorkingDayEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;

    @Test
    void agentAndHumanGetThroughTheirDay() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path built = world.gate("built");
            world.ask(
                    world.untilReleased(
                            built, "seq 1 500; echo 'FAIL MoneyTest.rounds'; seq 501 900; exit 1"),
                    Map.of("label", "build"));
            testRunIsMovedToTheBackground(world);
            lineOfTheServerIsTold(world);
            questionIsAnswered(world);
            NudgedGemini.open(built);
            failingLinesAreRead(world);
            serverIsKilledAndStartedAgain(world);
            timerComesBack(world);
            slashCommandAsksForTheList(world);
        }
    }

    private static void testRunIsMovedToTheBackground(NudgedGemini world) {
        int tests =
                world.begin(
                        "run_long_command",
                        Map.of("command", "echo testing; sleep 600", "wait_seconds", 500));
        world.agent().awaitText("testing");
        world.loadTmuxKeys();
        try (Person user = Person.attach(world.tmux(), "gemini-cli")) {
            user.press("C-b", "B");
            await().atMost(PATIENCE)
                    .until(user::screen, s -> s.contains("In the background now: job 2."));
        }

        assertThat(world.awaitAnswer(tests))
                .contains("The user has moved this call to the background.")
                .contains("This is job 2.");
        world.user().run("kill", "2");
        world.awaitNudge("[nudge: job 2,");
        world.agent().awaitTitle("Ready");
    }

    private static void lineOfTheServerIsTold(NudgedGemini world) {
        Path up = world.gate("up");
        world.ask(world.untilReleased(up, "echo 'listening on 8080'; exec sleep 600"));
        assertThat(world.use("watch_output", Map.of("job", 3, "pattern", "listening on \\d+")))
                .contains("Job 4 watches the output of job 3.");
        NudgedGemini.open(up);

        assertThat(world.awaitNudge("Watch has matched"))
                .isEqualTo(
                        "Watch has matched: \"watch job 3 for listening on \\d+\" Line: [listening on 8080]"
                                + " [nudge: job 4, automatic notice]");
        world.agent().awaitTitle("Ready");
    }

    private static void questionIsAnswered(NudgedGemini world) {
        world.ask(
                "read -rp 'Deploy? [y/N] ' answer; echo \"deploying: $answer\"",
                Map.of("interactive", true));
        assertThat(world.awaitNudge("is waiting for input")).contains("Prompt: [Deploy? ［y/N］]");
        world.agent().awaitTitle("Ready");
        assertThat(world.use("send_input", Map.of("job", 5, "text", "y", "keys", List.of("Enter"))))
                .contains("Typed into job 5.");
        // Only the message about the end has this, neither the question nor the command.
        assertThat(world.awaitNudge("deploying: y")).contains("(Exit code: 0)");
        world.agent().awaitTitle("Ready");
    }

    private static void failingLinesAreRead(NudgedGemini world) {
        assertThat(world.awaitNudge("[nudge: job 1 \"build\",")).contains("(Exit code: 1)");
        world.agent().awaitTitle("Ready");

        assertThat(world.use("read_output", Map.of("job", 1, "pattern", "^FAIL", "context", 1)))
                .contains("500- 500", "501: FAIL MoneyTest.rounds", "502- 501")
                .doesNotContain("503- 502");
    }

    private static void serverIsKilledAndStartedAgain(NudgedGemini world) {
        assertThat(world.use("kill_job", Map.of("job", 3))).contains("Job 3 has been killed");
        assertThat(world.user().run("restart", "3")).startsWith("6");
        assertThat(world.use("list_jobs", Map.of("state", "running"))).contains("6: running");
        world.user().run("kill", "6");
        world.awaitNudge("[nudge: job 6,");
        world.agent().awaitTitle("Ready");
    }

    private static void timerComesBack(NudgedGemini world) {
        world.use("set_timer", Map.of("in_seconds", 1, "note", "look at the deployment"));

        assertThat(world.awaitNudge("Timer is up"))
                .startsWith("Timer is up: \"look at the deployment\" [nudge: job ");
        world.agent().awaitTitle("Ready");
    }

    private static void slashCommandAsksForTheList(NudgedGemini world) {
        world.agent().submit("/jobs failed");

        assertThat(world.awaitNudge("The state to list, if I named one: failed"))
                .contains("Call list_jobs");
    }

    /// Gemini CLI takes the whole turn out of the conversation then: first one with an answer, then
    /// one with a message, which is not typed again, since a person has cancelled it.
    @Test
    void whatIsInATurnThatTheUserCancelsIsToldAgainWithTheNextPrompt() {
        try (NudgedGemini world = NudgedGemini.start()) {
            CountDownLatch hold = new CountDownLatch(1);
            world.model()
                    .onFunctionResponse("mcp_nudge_run_long_command")
                    .with(ModelReply.text("I see").heldAfter(hold));
            world.begin("run_long_command", Map.of("command", "echo built", "wait_seconds", 60));
            world.model().awaitFunctionResponse("mcp_nudge_run_long_command", PATIENCE);
            awaitReceived(world, 1);
            cancel(world, hold);
            world.agent().submit("how is the build now");
            assertThat(world.awaitTold("how is the build now").userTexts())
                    .anyMatch(
                            text -> text.contains("Background command completed: \"echo built\""));
            world.agent().awaitTitle("Ready");

            Path gate = world.askUntil("go", "echo tested");
            CountDownLatch second = new CountDownLatch(1);
            world.model()
                    .onUserText("[nudge: job 2,")
                    .with(ModelReply.text("I see").heldAfter(second));
            NudgedGemini.open(gate);
            world.awaitNudge("[nudge: job 2,");
            world.awaitDelivered(2);
            cancel(world, second);
            world.agent().submit("what about the tests");
            assertThat(world.awaitTold("what about the tests").userTexts())
                    .anyMatch(text -> text.contains("[nudge: job 2,"));
            world.agent().awaitTitle("Ready");
            world.agent().submit("and what now");
            assertThat(world.awaitTold("and what now").userTexts())
                    .filteredOn(text -> text.contains("[nudge: job 2,"))
                    .hasSize(1);
        }
    }

    private static void cancel(NudgedGemini world, CountDownLatch answer) {
        world.agent().keys("Escape");
        world.agent().awaitTitle("Ready");
        answer.countDown();
    }

    private static void awaitReceived(NudgedGemini world, long job) {
        await().atMost(PATIENCE).until(() -> world.user().value(job, "nudge"), "received"::equals);
    }

    /// The hooks hand nothing over, but leave receipts all the same. A call that the user has
    /// dropped leaves none, and its command ends while the agent works on something else.
    @Test
    void callIsToldOnceWithoutHandOverWhetherItIsAnsweredOrDropped() {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            assertThat(
                            world.use(
                                    "run_long_command",
                                    Map.of("command", "echo built", "wait_seconds", 60)))
                    .contains("has ended: exit code 0", "built");
            awaitReceived(world, 1);
            assertThat(world.timesTold(1)).isZero();

            Path gate = world.gate("go");
            CountDownLatch hold = new CountDownLatch(1);
            world.model().onUserText("think").with(ModelReply.text("a thought").heldAfter(hold));
            world.begin(
                    "run_long_command",
                    Map.of("command", world.untilReleased(gate, "echo done"), "wait_seconds", 500));
            await().atMost(PATIENCE)
                    .until(() -> world.user().run("ps").matches("(?s).*\\n2 +running .*"));
            world.agent().awaitTitle("Working");
            world.agent().keys("Escape");
            world.agent().awaitTitle("Ready");
            world.agent().submit("think hard");
            world.agent().awaitTitle("Working");
            NudgedGemini.open(gate);
            world.awaitEnd(2);
            hold.countDown();
            assertThat(world.awaitNudge("[nudge: job 2,"))
                    .startsWith("Background command completed");
            assertThat(world.timesTold(1)).isZero();
        }
    }
}
