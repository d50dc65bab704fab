package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.process.ProcessTable;
import dev.nudge.process.UnreadInput;
import dev.nudge.tmux.PaneSnapshot;
import dev.nudge.tmux.Tmux;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/// Delivers results to agents: types them, sends them to inboxes, or puts them into queues.
///
/// An agent has a (virtual) thread here only while something is pending for it, or while it is to
/// begin a turn with what it has taken. If the agent, its pane or its tmux server no longer exists,
/// messages stay in the outbox for the next agent, and the thread ends. All state that matters is
/// in the outbox and on the screen, so a courier can be closed or killed at any moment.
public final class Courier implements AutoCloseable {
    private final NotesToType outbox;
    private final ProcessTable processes;
    private final Function<AgentBinding, TypingProfile> profiles;
    private final Pace pace;
    private final PaneWatch watch;
    private final ConcurrentMap<AgentBinding, DeliveryLoop> loops = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    public Courier(
            NotesToType outbox,
            ProcessTable processes,
            Function<AgentBinding, TypingProfile> profiles,
            Pace pace) {
        this.outbox = outbox;
        this.processes = processes;
        this.profiles = profiles;
        this.pace = pace;
        this.watch = new PaneWatch(Tmux::new, processes, pace);
    }

    /// Signals that something may be pending for this agent. Returns at once; may be called often.
    public void wake(AgentBinding agent) {
        loops.compute(
                agent,
                (_, running) -> {
                    if (isClosed) {
                        return running;
                    }
                    DeliveryLoop loop = running == null ? start(agent) : running;
                    loop.wake();
                    return loop;
                });
    }

    /// Looks again at all agents for which something waits: one of them may have begun a turn.
    public void wakeWaiting() {
        loops.values().forEach(DeliveryLoop::wake);
    }

    /// Returns whether a result could be typed into an agent's pane now. Blocks for a tmux call.
    public PaneReadiness readiness(AgentBinding agent) {
        return agent.hasThread()
                ? PaneReadiness.of(addressee(agent))
                : PaneReadiness.of(addressee(agent), pane(agent));
    }

    /// Looks at a pane in which an agent is, or may be. Empty if the pane is gone, or there is
    /// none. Blocks for a tmux call.
    public Optional<PaneView> view(AgentBinding agent) {
        return agent.hasPane() && pane(agent).look() instanceof Look.Shown shown
                ? Optional.of(
                        new PaneView(
                                shown.snapshot(),
                                shown.reading(),
                                PaneReadiness.of(addressee(agent), shown)))
                : Optional.empty();
    }

    /// Returns whether the agent has nothing in its queue: it is in the foreground and idle, and
    /// its prompt, into which a person may have taken the queue back, holds at most the message
    /// that is being typed. Blocks for a tmux call.
    public boolean hasEmptyQueue(AgentBinding agent) {
        return agent.hasPane()
                && processes.isForeground(agent.agent())
                && pane(agent).look() instanceof Look.Shown shown
                && shown.state().isIdle()
                && (shown.isPromptEmpty() || isBeingTyped(agent, shown.state()));
    }

    private boolean isBeingTyped(AgentBinding agent, PaneState shown) {
        return shown instanceof PaneState.Draft draft
                && MessageInFlight.all(outbox.pending(agent)).stream()
                        .map(MessageInFlight::typed)
                        .anyMatch(TypedText.of(draft.text())::isAllOrLongEndOf);
    }

    private Addressee addressee(AgentBinding agent) {
        return new Addressee(agent, () -> profiles.apply(agent), outbox, processes, pace);
    }

    private AgentPane pane(AgentBinding agent) {
        return new AgentPane(
                agent.pane(),
                new Tmux(agent.pane().socket()),
                () -> profiles.apply(agent),
                () -> UnreadInput.isFor(processes, agent.agent()));
    }

    int active() {
        return loops.size();
    }

    /// Stops all deliveries. What is being typed is finished in the background, within
    /// [Pace#echo()].
    @Override
    public void close() {
        isClosed = true;
        loops.values().forEach(DeliveryLoop::close);
    }

    private DeliveryLoop start(AgentBinding agent) {
        DeliveryLoop loop = new DeliveryLoop(agent, deliverer(agent), watch);
        Thread _ =
                Thread.ofVirtual()
                        .name("courier to " + agent.words())
                        .start(() -> run(agent, loop));
        return loop;
    }

    private Deliverer deliverer(AgentBinding agent) {
        Addressee to = addressee(agent);
        if (agent.hasPane()) {
            return new Delivery(to, pane(agent));
        }
        return agent.hasThread() ? new ThreadDelivery(to) : new InboxDelivery.Alone(to);
    }

    /// Runs the loop, again if it is woken while it ends.
    private void run(AgentBinding agent, DeliveryLoop loop) {
        do {
            loop.run();
        } while (loops.computeIfPresent(
                        agent, (_, same) -> same.isWoken() && !isClosed ? same : null)
                != null);
    }

    /// A pane as the courier sees it.
    public record PaneView(PaneSnapshot snapshot, ScreenReading reading, PaneReadiness readiness) {}
}
