package dev.nudge;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeLine;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The packaged extension, linked into the real Gemini CLI, which starts itself once more, as for
/// its users: what it is told word for word, and how what an agent missed comes to the next one.
class NudgeEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Pattern NUMBER = Pattern.compile("This is job (\\d+)\\.");

    @AutoClose
    private static final NudgedGemini world = NudgedGemini.startWith(GeminiCli.RELAUNCHED);

    /// Lets the agent start a command, and returns the number of the job.
    private static long start(String command) {
        String answer = world.ask(command);
        assertThat(answer)
                .contains("started in the background (PID: ")
                .contains("I will notify you when it finishes.");
        Matcher number = NUMBER.matcher(answer);
        assertThat(number.find()).isTrue();
        return Long.parseLong(number.group(1));
    }

    private static void assertTold(long job, String text) {
        assertThat(world.awaitNudge("job " + job + ",").replaceFirst(", \\d+s, auto", ", auto"))
                .isEqualTo(text + " [nudge: job " + job + ", automatic notice]");
        world.agent().awaitTitle("Ready");
    }

    @Test
    void successFailureAndMissingProgramAreToldAsSuch() {
        long success = start("echo 'all tests passed'");
        assertTold(
                success,
                "Background command completed: \"echo 'all tests passed'\" (Exit code: 0)"
                        + " Output: [all tests passed]");
        world.awaitDelivered(success);
        assertTold(
                start("echo broken >&2; exit 3"),
                "Background command completed: \"echo broken >&2; exit 3\" (Exit code: 3)"
                        + " Output: [broken]");
        assertTold(
                start("surely-no-such-program"),
                "Background command failed: \"surely-no-such-program\""
                        + " (Error: surely-no-such-program: command not found)");
        assertThat(world.ask("true", Map.of("cwd", "/no/such/place")))
                .contains(
                        "Background command failed:",
                        "the directory /no/such/place does not exist)");
    }

    @Test
    void nextAgentAtTheSamePlaceIsToldOnceItsSessionHasBegunAlsoInAnotherServerAfterAReboot()
            throws Exception {
        agentThatHasNotBegunItsSessionIsNotTypedTo();

        Path gate = world.gate("server");
        long missed = start(world.untilReleased(gate, "echo missed"));
        long lost = start("sleep 600");
        world.endTmuxServer();
        NudgedGemini.open(gate);
        world.awaitEnd(missed);
        assertThat(world.job(missed).path("nudge").stringValue()).isEqualTo("undelivered");
        world.user().reboot();
        world.startInNewPane();
        String told = world.awaitNudge("the machine was restarted");
        assertThat(NudgeLine.lines(told).flatMap(line -> NudgeLine.jobsIn(line).stream()))
                .as("in one message")
                .containsExactlyInAnyOrder(missed, lost);
        assertThat(told).contains("sleep 600");
        world.awaitToldState(missed);
        world.awaitToldState(lost);
        world.agent().awaitTitle("Ready");
        assertThat(NudgeLine.lines(world.conversation()).flatMap(l -> NudgeLine.jobsIn(l).stream()))
                .containsExactlyInAnyOrder(missed, lost);
    }

    /// Until it has read its memory, the agent draws its prompt, but queues all that is submitted,
    /// a command too, and then submits it as one prompt.
    private static void agentThatHasNotBegunItsSessionIsNotTypedTo() throws Exception {
        RealAgent agent = world.agent();
        Path gate = world.gate("go");
        long missed = start(world.untilReleased(gate, "echo missed"));
        world.endTmuxServer();
        NudgedGemini.open(gate);
        world.awaitEnd(missed);
        assertThat(world.job(missed).path("nudge").stringValue()).isEqualTo("undelivered");
        Path memory = agent.workspace().resolve("GEMINI.md");
        assertThat(new ProcessBuilder("mkfifo", memory.toString()).start().waitFor()).isZero();

        agent.start(120, 40);
        agent.awaitReady();
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(world.user().run("explain")).contains("the agent is starting"));
        agent.type("/quit");
        agent.awaitScreen(screen -> screen.contains("> /quit"));
        agent.enter();
        agent.awaitText("Queued (press");
        giveMemory(memory);

        agent.awaitText("To resume this session");
        assertThat(world.job(missed).path("nudge").stringValue()).isNotEqualTo("delivered");
        agent.launch();
        world.awaitNudge("[nudge: job " + missed + ",");
        world.awaitToldState(missed);
        world.assertToldOnce(missed);
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
