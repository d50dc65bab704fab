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

/// Another program pastes into the prompt of the real Gemini CLI between nudge's paste and nudge's
/// Enter. On a machine so busy that the agent takes a while to draw that, it would submit nudge's
/// text alone, and delete the other (rule R125).
class OthersPasteEndToEndIT {
    private static final String OTHERS = "text of another program";

    /// What the agent has read of that text, it looks at only when it reads the next key, or after
    /// four seconds, and takes a while for it.
    private static final String BUSY =
            """
            const emit = process.stdin.emit;
            let waiting;
            const look = () => {
                const data = waiting;
                waiting = undefined;
                emit.call(process.stdin, 'data', data);
                Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
            };
            process.stdin.emit = function (event, data) {
                if (event === 'data' && String(data).includes('another program')) {
                    waiting = data;
                    setTimeout(() => waiting && look(), 4000);
                    return true;
                }
                if (event === 'data' && waiting) {
                    look();
                }
                return emit.apply(this, arguments);
            };
            """;

    private static final Duration BEFORE_ENTER = Duration.ofMillis(1500);

    @Test
    void textThatAnotherProgramPastesIsKept(@TempDir Path folder) throws IOException {
        Path busy = Files.writeString(folder.resolve("busy.cjs"), BUSY);
        MemoryOutbox outbox = new MemoryOutbox();
        Note note = EndNotes.of(17, "make", new ExitStatus.Exited(0), "all done");
        String message = NudgeMessage.of(List.of(note), 1).text();
        Pace pace = CourierFixture.pace(BEFORE_ENTER, Pace.NORMAL.receipt());
        try (ScriptedModel model = ScriptedModel.start();
                TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();
                Courier courier =
                        new Courier(
                                outbox,
                                new ProcessTable(),
                                _ -> AgentKinds.builtIn("gemini-cli").profile(),
                                pace);
                GeminiAgent agent =
                        GeminiAgent.in(tmux, model)
                                .size(200, 40)
                                .environment("NODE_OPTIONS", "--require " + busy)
                                .start()
                                .awaitReady()) {
            AgentBinding binding =
                    new AgentBinding(
                            tmux.address(agent.pane()),
                            new ProcessTable().identify(agent.pid()).orElseThrow());
            outbox.add(binding, note);
            courier.wake(binding);
            agent.awaitText("automatic notice]");

            tmux.paste(agent.pane(), OTHERS);

            agent.awaitText(OTHERS);
            agent.enter();
            await().atMost(GeminiAgent.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(submitted(model)).containsExactly(message + OTHERS));
            await().atMost(GeminiAgent.PATIENCE).until(outbox::isEmpty);
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
