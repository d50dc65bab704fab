package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.message.Note;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.RealAgent;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A courier for the real Gemini CLI, with a tmux and a model.
final class GeminiCourier implements AutoCloseable {
    private static final String[] SCREEN = {"capture-pane", "-p", "-t", "=gemini-cli:"};
    static final Duration LIMIT = Patience.LONG;

    /// Not started yet.
    final RealAgent agent;

    final ScriptedModel model;
    final TmuxServerFixture tmux;
    MemoryOutbox outbox = new MemoryOutbox();
    private Courier courier;
    private int earlier;

    GeminiCourier(Pace pace) {
        this(pace, Map.of());
    }

    /// @param more variables of the agent's environment
    GeminiCourier(Pace pace, Map<String, String> more) {
        agent = RealAgent.of(new GeminiCli(), more);
        model = agent.model();
        tmux = agent.tmux();
        courier = courier(pace);
    }

    /// From now on there is another courier, and only later texts count.
    void renew(Pace pace) {
        courier.close();
        outbox = new MemoryOutbox();
        courier = courier(pace);
        earlier = texts().size();
    }

    private Courier courier(Pace pace) {
        TypingProfile profile = AgentKinds.builtIn("gemini-cli").profile();
        return new Courier(outbox, new ProcessTable(), _ -> profile, pace);
    }

    AgentBinding binding() {
        return new AgentBinding(
                tmux.address(agent.pane()), new ProcessTable().identify(agent.pid()).orElseThrow());
    }

    Note report(Note note) {
        AgentBinding binding = binding();
        outbox.add(binding, note);
        courier.wake(binding);
        return note;
    }

    void wake(AgentBinding binding) {
        courier.wake(binding);
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
                                .as(() -> outbox.changes() + " on\n" + tmux.tmux(SCREEN))
                                .isTrue());
    }

    /// Waits until the agent has taken everything, and has begun a turn with it.
    void awaitDelivered() {
        awaitTaken();
        await().atMost(LIMIT).until(() -> courier.active() == 0);
    }

    @Override
    public void close() {
        courier.close();
        agent.close();
    }
}
