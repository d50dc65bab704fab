package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.message.Note;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.List;

/// A courier for the real Gemini CLI, with a tmux and a model.
final class GeminiCourier implements AutoCloseable {
    static final Duration LIMIT = GeminiAgent.PATIENCE;

    final ScriptedModel model = ScriptedModel.start();
    final TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();
    final MemoryOutbox outbox = new MemoryOutbox();
    private final Courier courier;
    private int earlier;

    GeminiCourier(Pace pace) {
        courier =
                new Courier(
                        outbox,
                        new ProcessTable(),
                        _ -> AgentKinds.builtIn("gemini-cli").profile(),
                        pace);
    }

    AgentBinding binding(GeminiAgent agent) {
        return new AgentBinding(
                tmux.address(agent.pane()), new ProcessTable().identify(agent.pid()).orElseThrow());
    }

    Note report(GeminiAgent agent, Note note) {
        AgentBinding binding = binding(agent);
        outbox.add(binding, note);
        courier.wake(binding);
        return note;
    }

    void wake(AgentBinding binding) {
        courier.wake(binding);
    }

    /// From now on, only later texts count.
    void forgetSubmitted() {
        earlier = texts().size();
    }

    /// Returns the texts of the person and of nudge that the model has got, oldest first.
    List<String> submitted() {
        return texts().stream().skip(earlier).toList();
    }

    private List<String> texts() {
        return model.requests().stream()
                .map(ModelRequest::lastUserText)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /// The agent asks its model a moment after it has taken a message.
    void awaitSubmitted(String... texts) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(submitted()).containsExactly(texts));
    }

    /// Waits until the agent has taken everything.
    void awaitTaken() {
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(outbox.isEmpty())
                                .as("%s on %s", outbox.changes(), screens())
                                .isTrue());
    }

    private String screens() {
        return tmux.tmux("capture-pane", "-p", "-t", "=gemini-cli:");
    }

    /// Waits until the agent has taken everything, and has begun a turn with it.
    void awaitDelivered() {
        awaitTaken();
        await().atMost(LIMIT).until(() -> courier.active() == 0);
    }

    @Override
    public void close() {
        courier.close();
        tmux.close();
        model.close();
    }
}
