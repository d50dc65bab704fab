package dev.nudge;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The packaged extension, linked into the real Gemini CLI: what it is told word for word, and how
/// what an agent missed comes to the next one.
class NudgeEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;

    private static String untimed(String nudge) {
        return nudge.replaceFirst(", \\d+s, automatic", ", automatic");
    }

    @Test
    void successFailureAndMissingProgramAreToldAsSuch() {
        try (NudgedGemini world = NudgedGemini.startWith(GeminiCli.RELAUNCHED)) {
            assertThat(world.ask("echo 'all tests passed'"))
                    .contains("started in the background (PID: ")
                    .contains("I will notify you when it finishes.")
                    .contains("This is job 1.");
            assertThat(untimed(world.awaitNudge("job 1,")))
                    .isEqualTo(
                            "Background command completed: \"echo 'all tests passed'\" (Exit code: 0)"
                                    + " Output: [all tests passed] [nudge: job 1, automatic notice]");
            world.awaitDelivered(1);
            world.agent().awaitTitle("Ready");
            world.ask("echo broken >&2; exit 3");
            assertThat(untimed(world.awaitNudge("job 2,")))
                    .isEqualTo(
                            "Background command completed: \"echo broken >&2; exit 3\" (Exit code: 3)"
                                    + " Output: [broken] [nudge: job 2, automatic notice]");
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
    void nextAgentAtTheSamePlaceIsToldOnceItsSessionHasBegunAlsoInAnotherServerOrAfterAReboot()
            throws Exception {
        try (NudgedGemini world = NudgedGemini.startWith(GeminiCli.RELAUNCHED)) {
            agentThatHasNotBegunItsSessionIsNotTypedTo(world);

            Path gate = world.askUntil("server", "echo missed");
            world.endTmuxServer();
            NudgedGemini.open(gate);
            world.awaitEnd(2);
            assertThat(world.job(2).path("nudge").stringValue()).isEqualTo("undelivered");
            world.startInNewPane();
            world.awaitNudge("[nudge: job 2,");
            world.awaitToldState(2);
            world.assertToldOnce(2);
            world.agent().awaitTitle("Ready");

            world.ask("sleep 600");
            world.endTmuxServer();
            world.user().reboot();
            world.startInNewPane();
            assertThat(world.awaitNudge("[nudge: job 3,"))
                    .startsWith("Background command lost: \"sleep 600\"")
                    .contains("the machine was restarted");
            world.awaitToldState(3);
            world.assertToldOnce(3);
        }
    }

    /// Until it has read its memory, the agent draws its prompt, but queues all that is submitted,
    /// a command too, and then submits it as one prompt.
    private static void agentThatHasNotBegunItsSessionIsNotTypedTo(NudgedGemini world)
            throws Exception {
        RealAgent agent = world.agent();
        Path gate = world.askUntil("go", "echo missed");
        agent.quit();
        agent.keys("C-l");
        Path memory = agent.workspace().resolve("GEMINI.md");
        assertThat(new ProcessBuilder("mkfifo", memory.toString()).start().waitFor()).isZero();

        agent.launch();
        agent.awaitReady();
        NudgedGemini.open(gate);
        world.awaitEnd(1);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(world.user().run("explain")).contains("the agent is starting"));
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
        agent.awaitTitle("Ready");
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
}
