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
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real Gemini CLI on a machine so busy that it has read Enter, and takes four seconds until
/// its prompt is empty: another one would submit the message again (rule R124).
class SlowAgentEndToEndIT {
    private static final String SLOW_ENTER =
            """
            const files = require('node:fs');
            const emit = process.stdin.emit;
            process.stdin.emit = function (event, data) {
                const result = emit.apply(this, arguments);
                if (event === 'data' && String(data).includes('\\r')) {
                    files.writeFileSync(__dirname + '/seen', '');
                    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
                }
                return result;
            };
            """;

    @Test
    void messageIsSubmittedOnce(@TempDir Path folder) throws IOException {
        Path seen = folder.resolve("seen");
        Path slow = Files.writeString(folder.resolve("slow.cjs"), SLOW_ENTER);
        MemoryOutbox outbox = new MemoryOutbox();
        Note note = EndNotes.of(17, "make", new ExitStatus.Exited(0), "all done");
        String message = NudgeMessage.of(List.of(note), 1).text();
        try (ScriptedModel model = ScriptedModel.start();
                TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();
                Courier courier =
                        new Courier(
                                outbox,
                                new ProcessTable(),
                                _ -> AgentKinds.builtIn("gemini-cli").profile());
                GeminiAgent agent =
                        GeminiAgent.in(tmux, model)
                                .environment("NODE_OPTIONS", "--require " + slow)
                                .start()
                                .awaitReady()) {
            AgentBinding binding =
                    new AgentBinding(
                            tmux.address(agent.pane()),
                            new ProcessTable().identify(agent.pid()).orElseThrow());
            outbox.add(binding, note);

            courier.wake(binding);

            model.awaitUserTextContaining(message, GeminiAgent.PATIENCE);
            await().atMost(GeminiAgent.PATIENCE).until(outbox::isEmpty);
            await().during(Duration.ofSeconds(2))
                    .atMost(GeminiAgent.PATIENCE)
                    .untilAsserted(() -> assertThat(submitted(model)).containsExactly(message));
            assertThat(seen).as("it was slow").exists();
        }
    }

    private static List<String> submitted(ScriptedModel model) {
        return model.requests().stream()
                .filter(ModelRequest::isConversation)
                .map(ModelRequest::lastUserText)
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
