package dev.nudge;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The packaged extension in the real Gemini CLI: the whole story, and every state in which typing
/// would do harm.
class NudgeEndToEndIT {
    /// How long something that must not happen is watched: several times what a delivery takes.
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Patience.LONG;

    @Test
    void agentIsWokenWithTheResultOfItsCommand() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            String answer = world.ask(world.untilReleased(gate, "echo 'all tests passed'"));
            assertThat(answer)
                    .contains("started in the background (PID: ")
                    .contains("I will notify you when it finishes.")
                    .contains("This is job 1.");

            NudgedGemini.open(gate);

            assertThat(world.awaitNudge("Background command completed"))
                    .matches(
                            "Background command completed: \"while .*\" \\(Exit code: 0\\)"
                                    + " Output: \\[all tests passed\\] \\[nudge: job 1, \\d+s, automatic notice\\]");
            world.awaitDelivered(1);
            world.assertToldOnce(1);
        }
    }

    private static String untimed(String nudge) {
        return nudge.replaceFirst(", \\d+s, automatic", ", automatic");
    }

    @Test
    void failureSignalAndMissingProgramAreToldAsSuch() {
        try (NudgedGemini world = NudgedGemini.startCountingFromOne()) {
            world.ask("echo broken >&2; exit 3");
            assertThat(untimed(world.awaitNudge("job 1,")))
                    .isEqualTo(
                            "Background command completed: \"echo broken >&2; exit 3\" (Exit code: 3)"
                                    + " Output: [broken] [nudge: job 1, automatic notice]");
            world.agent().awaitTitle("Ready");
            world.ask("kill -9 $$");
            assertThat(untimed(world.awaitNudge("job 2,")))
                    .isEqualTo(
                            "Background command completed: \"kill -9 $$\" (Signal: SIGKILL)"
                                    + " Output: [] [nudge: job 2, automatic notice]");
            world.agent().awaitTitle("Ready");
            world.ask("surely-no-such-program");
            assertThat(world.awaitNudge("job 3,"))
                    .isEqualTo(
                            "Background command failed: \"surely-no-such-program\""
                                    + " (Error: surely-no-such-program: command not found)"
                                    + " [nudge: job 3, automatic notice]");
            world.agent().awaitTitle("Ready");
            assertThat(world.ask("true", Map.of("cwd", "/no/such/place")))
                    .contains(
                            "Background command failed:",
                            "the directory /no/such/place does not exist)");
        }
    }

    @Test
    void threeJobsThatEndTogetherAreEachToldOnce() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("all");
            for (String name : new String[] {"one", "two", "three"}) {
                world.ask(world.untilReleased(gate, "echo " + name));
            }
            NudgedGemini.open(gate);

            for (long job = 1; job <= 3; job++) {
                world.awaitToldState(job);
            }
            // The agent says that it has the message before it asks the model.
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(world.conversation()).contains("[one]", "[two]", "[three]"));
            world.agent().awaitTitle("Ready");
            String told = world.conversation();
            for (long job = 1; job <= 3; job++) {
                assertThat(told.split("job " + job + "\\b", -1)).as("job %s", job).hasSize(2);
            }
        }
    }

    @Test
    void draftIsKeptAndTheNudgeIsNotMixedIntoIt() {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo done"));
            world.agent().type("M");
            world.agent().awaitText("> M");
            world.agent().type("y unfinished question");
            world.agent().awaitText("My unfinished question");
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            assertStays(world, "> My unfinished question");

            world.agent().enter();

            // An agent that is slow to begin may join the two, in either order (rule R123).
            assertThat(world.awaitNudge("My unfinished").split("\n\n"))
                    .contains("My unfinished question");
            world.awaitNudge("[nudge: job 1,");
            world.awaitDelivered(1);
            world.assertToldOnce(1);
        }
    }

    @Test
    void permissionDialogIsNeitherAnsweredNorClosed() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo 1 2 3; exit 1"));
            Path made = world.agent().home().workspace().resolve("made");
            world.model()
                    .onUserText("dangerous")
                    .call("run_shell_command", Map.of("command", "touch made"));
            world.agent().submit("do something dangerous");
            world.agent().awaitText("Allow execution");
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            assertStays(world, "Allow execution");
            assertThat(made).doesNotExist();

            world.agent().keys("Escape");

            world.awaitNudge("[nudge: job 1,");
            world.awaitDelivered(1);
            assertThat(made).doesNotExist();
        }
    }

    @Test
    void nothingRunsInShellMode() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            Path harm = world.gate("harm");
            world.ask(world.untilReleased(gate, "echo '; touch " + harm + " ;'"));
            world.agent().keys("!");
            world.agent().awaitText("shell mode enabled");
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            assertStays(world, "Type your shell command");

            world.agent().keys("Escape");

            world.awaitNudge("[nudge: job 1,");
            assertThat(harm).doesNotExist();
        }
    }

    @Test
    void copyModeIsNotLeft() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo done"));
            String pane = world.agent().pane();
            world.tmux().tmux("copy-mode", "-t", pane);
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            await().during(LONG_ENOUGH)
                    .atMost(PATIENCE)
                    .until(() ->
                            world.tmux()
                                    .displayMessage(pane, "#{pane_in_mode}")
                                    .strip()
                                    .equals("1"));

            world.tmux().tmux("send-keys", "-t", pane, "-X", "cancel");

            world.awaitNudge("[nudge: job 1,");
            world.awaitDelivered(1);
        }
    }

    @Test
    void nudgeIsQueuedWhileTheAgentStreams() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            CountDownLatch hold = new CountDownLatch(1);
            world.ask(world.untilReleased(gate, "echo done"));
            world.model()
                    .onUserText("think")
                    .with(ModelReply.text("half a thought").heldAfter(hold));
            world.agent().submit("think hard");
            world.agent().awaitTitle("Working");
            NudgedGemini.open(gate);
            world.awaitTaken(1);
            world.agent().awaitText("Queued");
            hold.countDown();

            world.awaitDelivered(1);

            assertThat(world.awaitNudge("[nudge: job 1,"))
                    .startsWith("Background command completed");
            assertThat(world.agent().screen()).doesNotContain("Request cancelled");
        }
    }

    @Test
    void nothingIsTypedIntoTheShellOfAnAgentThatHasGone() {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            Path gate = world.gate("go");
            Path harm = world.gate("harm");
            world.ask(world.untilReleased(gate, "echo '$(touch " + harm + ")'"));
            world.agent().quit();
            world.agent().keys("C-l");
            String shell = world.agent().awaitScreen(screen -> screen.strip().lines().count() == 1);
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            await().during(LONG_ENOUGH)
                    .atMost(PATIENCE)
                    .until(() -> world.agent().screen().strip().equals(shell.strip()));
            assertThat(harm).doesNotExist();
            assertThat(world.job(1).path("nudge").stringValue()).isEqualTo("undelivered");

            world.agent().launch();

            world.awaitNudge("[nudge: job 1,");
            world.awaitDelivered(1);
            world.assertToldOnce(1);
        }
    }

    @Test
    void agentKeepsItsToolsWhenTheDaemonIsKilledAndTheJobIsTold() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo survived; exit 6"));
            world.user().killDaemon();
            NudgedGemini.open(gate);

            assertThat(world.awaitNudge("[nudge: job 1,")).contains("(Exit code: 6)", "[survived]");
            world.agent().awaitTitle("Ready");
            assertThat(world.ask("echo second")).contains("This is job 2.");
            world.awaitNudge("[nudge: job 2,");
        }
    }

    @Test
    void resultThatWaitsGoesAlongWithTheUsersPrompt() {
        try (NudgedGemini world = NudgedGemini.start();
                Person user = Person.attach(world.tmux(), "gemini-cli")) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo with the prompt"));
            user.type("W");
            world.agent().awaitText("> W");
            user.type("hat now");
            world.agent().awaitText("> What now");
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            assertStays(world, "> What now");

            // Behind a person's key, nothing is typed for two seconds: the hook comes before that.
            user.press("Enter");

            world.awaitTold("What now");
            world.awaitNudge("[nudge: job 1,");
            world.awaitToldState(1);
            world.agent().awaitTitle("Ready");
            assertNothingIsTyped(world);
            world.assertToldOnce(1);
        }
    }

    @Test
    void nextAgentInThePaneIsToldWhatTheLastOneMissed() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo missed"));
            world.agent().quit();
            world.agent().keys("C-l");
            NudgedGemini.open(gate);
            world.awaitEnd(1);

            world.agent().launch();
            world.awaitToldState(1);
            world.agent().awaitTitle("Ready");
            world.agent().awaitReady().submit("anything new");

            world.awaitNudge("anything new");
            world.assertToldOnce(1);
        }
    }

    /// Until it has read its memory, the agent draws its prompt, but queues all that is submitted,
    /// a command too, and then submits it as one prompt.
    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void agentThatHasNotBegunItsSessionIsNotTypedTo(String hooks) throws Exception {
        try (NudgedGemini world = NudgedGemini.startWith(Map.of("NUDGE_HOOKS", hooks))) {
            GeminiAgent agent = world.agent();
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo missed"));
            agent.quit();
            agent.keys("C-l");
            Path memory = agent.home().workspace().resolve("GEMINI.md");
            assertThat(new ProcessBuilder("mkfifo", memory.toString()).start().waitFor()).isZero();

            agent.launch();
            agent.awaitReady();
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(world.user().run("explain"))
                                    .contains("the agent is starting"));
            agent.type("/quit");
            agent.awaitScreen(screen -> screen.contains("> /quit"));
            agent.enter();
            agent.awaitText("Queued (press");
            giveMemory(memory);

            agent.awaitText("To resume this session");
            assertThat(world.job(1).path("nudge").stringValue()).isNotEqualTo("delivered");
            agent.launch();
            world.awaitNudge("[nudge: job 1,");
            world.awaitToldState(1);
            world.assertToldOnce(1);
        }
    }

    /// Replaces a named pipe, and ends the wait of who reads it.
    private static void giveMemory(Path memory) throws IOException {
        Path pipe = Files.move(memory, memory.resolveSibling("pipe"));
        Files.writeString(memory, "Be brief.");
        // Opened for both, since it may not have been opened for reading.
        try (var both = FileChannel.open(pipe, READ, WRITE)) {
            both.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
    }

    @Test
    void nextAgentAtTheSamePlaceIsToldWhenTheTmuxServerHasGone() {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo missed"));
            world.endTmuxServer();
            NudgedGemini.open(gate);
            world.awaitEnd(1);
            assertThat(world.job(1).path("nudge").stringValue()).isEqualTo("undelivered");

            world.startInNewPane();

            world.awaitNudge("[nudge: job 1,");
            world.awaitDelivered(1);
            world.assertToldOnce(1);
        }
    }

    @Test
    void nextAgentAtTheSamePlaceIsToldWhatARebootHasEnded() throws IOException {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            world.ask("sleep 600");
            world.endTmuxServer();
            world.user().reboot();

            world.startInNewPane();

            assertThat(world.awaitNudge("[nudge: job 1,"))
                    .startsWith("Background command lost: \"sleep 600\"")
                    .contains("the machine was restarted");
            world.awaitDelivered(1);
            world.assertToldOnce(1);
        }
    }

    private static void assertNothingIsTyped(NudgedGemini world) {
        await().during(LONG_ENOUGH)
                .atMost(PATIENCE)
                .until(() -> world.agent().screen().contains("Type your message"));
    }

    private static void assertStays(NudgedGemini world, String text) {
        GeminiAgent agent = world.agent();
        await().during(LONG_ENOUGH).atMost(PATIENCE).until(() -> agent.screen().contains(text));
        assertThat(world.job(1).path("nudge").stringValue()).isEqualTo("pending");
    }
}
