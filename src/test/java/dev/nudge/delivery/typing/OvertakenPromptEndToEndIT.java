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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A prompt that the agent still writes down, on a slow disk, when a message is typed (rule R123).
class OvertakenPromptEndToEndIT {
    private static final String QUESTION = "a question of mine";
    private static final String SLOW_DISK =
            """
            const files = require('node:fs/promises');
            const write = files.writeFile;
            files.writeFile = async (file, data, ...more) => {
                const text = String(data);
                if (file.endsWith('logs.json') && text.includes('of mine') && !text.includes('[nudge:')) {
                    await new Promise(done => setTimeout(done, 8000));
                }
                return write(file, data, ...more);
            };
            require('node:module').syncBuiltinESMExports();
            """;

    @Test
    void bothReachTheModelOnceAndWhole(@TempDir Path folder) throws IOException {
        Path slow = Files.writeString(folder.resolve("slow.cjs"), SLOW_DISK);
        MemoryOutbox outbox = new MemoryOutbox();
        Note note = EndNotes.of(17, "make", new ExitStatus.Exited(0), "all done");
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
            agent.submit(QUESTION);
            agent.awaitScreen(screen -> !screen.contains(QUESTION));
            outbox.add(binding, note);

            courier.wake(binding);

            await().atMost(GeminiAgent.PATIENCE)
                    .untilAsserted(() ->
                            // On a slow machine the question may be first after all.
                            assertThat(submitted(model))
                                    .containsExactlyInAnyOrder(
                                            NudgeMessage.of(List.of(note), 1).text(), QUESTION));
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
