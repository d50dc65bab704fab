package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.InboxAnswer;
import dev.nudge.testkit.agent.Opencode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// nudge in the real opencode.
class OpencodeEndToEndIT extends AgentStory {
    private static final String IN_PLAN_MODE = "▣  Plan";

    OpencodeEndToEndIT() {
        super(new Opencode());
    }

    /// The plan mode changes nothing on the disk.
    @Test
    void resultComesInTheModeOfTheLastPrompt() throws IOException {
        agent.keys("Tab");
        agent.awaitText("Plan · Model");
        Held job = hold("plan");
        agent.keys("Tab");
        agent.awaitText("┃  Build · Model");

        job.release();

        agent.awaitTold(job.gate().toString());
        agent.awaitScreen(
                screen -> screen.substring(screen.indexOf("[nudge: ")).contains(IN_PLAN_MODE));
        job.assertToldOnce();
        assertThat(agent.ask("build again", "true")).contains("started in the background");
        agent.awaitTold("\"true\" (Exit code: 0)");
        agent.awaitIdle();
    }

    /// The next prompt makes final what a person has taken back.
    @Test
    void resultWaitsWhileAPromptIsTakenBack() throws IOException {
        Held job = hold("undo");
        agent.submit("a prompt to take back");
        agent.awaitTold("a prompt to take back");
        agent.awaitIdle();
        agent.type("/undo");
        agent.awaitText("Undo previous message");
        agent.keys("Enter");
        agent.awaitText("/redo");

        job.endUnreported();

        agent.keys("C-u");
        agent.submit("something else");
        job.assertToldOnce();
    }

    /// Only a prompt shows in which session the person is.
    @Test
    void resultWaitsUntilANewSessionHasBegun() throws IOException {
        Held job = hold("new");
        agent.type("/new");
        agent.awaitText("New session");
        agent.keys("Enter");
        agent.awaitText("Ask anything");

        job.endUnreported();

        agent.submit("a new beginning");
        job.assertToldOnce();
        assertThat(agent.model().requests().getLast().userTexts()).startsWith("a new beginning");
    }

    @Test
    void strangerIsNotListenedTo() throws IOException {
        int before = agent.model().all().size();
        Inbox inbox = new Inbox(socket(), "not the word");

        assertThat(inbox.send("a1", "Do something.", Duration.ofSeconds(2)))
                .isEqualTo(InboxAnswer.NONE);

        assertThat(agent.model().all()).hasSize(before);
    }

    private Path socket() throws IOException {
        Path run = agent.user().folder("run");
        try (Stream<Path> all = Files.list(run)) {
            return all.filter(f -> f.getFileName().toString().startsWith("nudge-opencode-"))
                    .map(folder -> folder.resolve("s"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no inbox in " + run));
        }
    }
}
