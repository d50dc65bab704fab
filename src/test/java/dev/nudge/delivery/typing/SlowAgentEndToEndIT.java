package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real Gemini CLI on a machine so busy that it has read a key, and takes a while until its
/// prompt is empty.
class SlowAgentEndToEndIT {
    @TempDir Path folder = Path.of("");
    private final MemoryOutbox outbox = new MemoryOutbox();
    @AutoClose private final ScriptedModel model = ScriptedModel.start();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();

    @AutoClose
    private final Courier courier =
            new Courier(
                    outbox, new ProcessTable(), _ -> AgentKinds.builtIn("gemini-cli").profile());

    /// Another Enter would submit it again (rule R124).
    @Test
    void messageIsSubmittedOnce() throws IOException {
        Note note = note("all done");
        try (GeminiAgent agent = start("\\r", 4000)) {
            report(agent, note);

            model.awaitUserTextContaining(text(note), GeminiAgent.PATIENCE);
            await().atMost(GeminiAgent.PATIENCE).until(outbox::isEmpty);
            await().during(Duration.ofSeconds(2))
                    .atMost(GeminiAgent.PATIENCE)
                    .untilAsserted(() -> assertThat(submitted()).containsExactly(text(note)));
            assertThat(seen()).as("it was slow").exists();
        }
    }

    /// The message has scrolled away before the prompt is empty again: it is too long for the list
    /// of what is queued, and shows in full only beside what the person types.
    @Test
    void messageIsToldOnceThoughAPersonCancelsTheTurnBehindTab() throws IOException {
        Note note = note("all done ".repeat(40));
        CountDownLatch hold = new CountDownLatch(1);
        model.onUserText("think").with(ModelReply.text("thought").heldAfter(hold));
        String lines =
                IntStream.rangeClosed(1, 60)
                        .mapToObj(i -> "line " + i)
                        .collect(Collectors.joining("\n\n"));
        model.onUserText("many").with(ModelReply.text(lines));
        try (GeminiAgent agent = start("\\t", 1500);
                Person person =
                        Person.attach(tmux, tmux.displayMessage(agent.pane(), "#{session_name}"))) {
            agent.submit("think");
            agent.awaitTitle("Working");
            report(agent, note);
            await().atMost(GeminiAgent.PATIENCE).until(() -> Files.exists(seen()));

            person.press("Escape");
            model.awaitUserTextContaining(text(note), GeminiAgent.PATIENCE);
            person.type("many lines");
            agent.awaitText("many lines");
            // An Enter at once after a key would be a line break (rule R10).
            await().pollDelay(Duration.ofMillis(150)).until(() -> true);
            person.press("Enter");

            agent.awaitText("line 60");
            await().atMost(GeminiAgent.PATIENCE).until(outbox::isEmpty);
            assertThat(submitted()).containsExactly("think", text(note), "many lines");
            // On a busy machine the agent may draw between a look and the paste, which is refused
            // then.
            assertThat(outbox.changes())
                    .filteredOn(change -> !change.equals("pending"))
                    .startsWith("typing")
                    .endsWith("delivered")
                    .containsOnlyOnce("delivered");
        } finally {
            hold.countDown();
        }
    }

    /// @param key after which it does nothing for a time, in JavaScript
    private GeminiAgent start(String key, int millis) throws IOException {
        Path slow =
                Files.writeString(
                        folder.resolve("slow.cjs"),
                        """
                        const files = require('node:fs');
                        const emit = process.stdin.emit;
                        process.stdin.emit = function (event, data) {
                            const result = emit.apply(this, arguments);
                            if (event === 'data' && String(data).includes('%s')) {
                                files.writeFileSync(__dirname + '/seen', '');
                                Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, %d);
                            }
                            return result;
                        };
                        """
                                .formatted(key, millis));
        return GeminiAgent.in(tmux, model)
                .relaunched()
                .environment("NODE_OPTIONS", "--require " + slow)
                .start()
                .awaitReady();
    }

    private Path seen() {
        return folder.resolve("seen");
    }

    private void report(GeminiAgent agent, Note note) {
        AgentBinding binding =
                new AgentBinding(
                        tmux.address(agent.pane()),
                        new ProcessTable().identify(agent.pid()).orElseThrow());
        outbox.add(binding, note);
        courier.wake(binding);
    }

    private static Note note(String output) {
        return EndNotes.of(17, "make", new ExitStatus.Exited(0), output);
    }

    private static String text(Note note) {
        return NudgeMessage.of(List.of(note), 1).text();
    }

    private List<String> submitted() {
        return model.requests().stream()
                .filter(ModelRequest::isConversation)
                .map(ModelRequest::lastUserText)
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
