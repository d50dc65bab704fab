package dev.nudge.delivery;

import dev.nudge.delivery.AgentPane.Look;
import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.PaneSnapshot;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/// Brings results to agents, by typing into their panes.
///
/// An agent has a (virtual) thread here only while something is pending for it. What cannot be
/// typed now waits for as long as it takes; if the agent, its pane or its tmux server has gone, it
/// stays pending in the outbox for the next agent, and the thread ends. Everything that matters is
/// in the outbox and on the screen: a courier can be closed, or killed, at any moment.
public final class Courier implements AutoCloseable {
    private static final Duration CLOCK_LAG = Duration.ofSeconds(3);

    private final Outbox outbox;
    private final ProcessTable processes;
    private final Function<PaneSnapshot, ScreenReading> classifier;
    private final Pace pace;
    private final PaneWatch watch;
    private final ConcurrentMap<Path, Tmux> servers = new ConcurrentHashMap<>();
    private final ConcurrentMap<AgentBinding, DeliveryLoop> loops = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    /// Makes a courier for Gemini CLI.
    ///
    /// @param outbox what is pending; called by several threads
    public Courier(Outbox outbox, ProcessTable processes) {
        this(
                outbox,
                processes,
                new ScreenClassifier(ScreenProfile.of("gemini"))::read,
                Pace.NORMAL);
    }

    /// @param classifier says what a pane is doing, and which of its rows say so
    Courier(
            Outbox outbox,
            ProcessTable processes,
            Function<PaneSnapshot, ScreenReading> classifier,
            Pace pace) {
        this.outbox = outbox;
        this.processes = processes;
        this.classifier = classifier;
        this.pace = pace;
        this.watch = new PaneWatch(this::server, processes, pace);
    }

    /// Says that something may be pending for this agent. Returns at once; a call too many does no
    /// harm.
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

    /// Whether an agent's pane shows that it is not at work: there is a prompt, and nothing is
    /// being done. Blocks for a tmux call.
    ///
    /// @return false also if that cannot be told
    public boolean isIdle(AgentBinding agent) {
        return reading(agent).map(ScreenReading::state).filter(Courier::isIdle).isPresent();
    }

    private static boolean isIdle(PaneState state) {
        return switch (state) {
            case PaneState.EmptyPrompt _ -> true;
            case PaneState.Draft draft -> !draft.isWorking();
            case PaneState.Unfocused unfocused -> !unfocused.isWorking();
            default -> false;
        };
    }

    /// Whether an agent's pane shows that it has been at work for so long, or nothing of the agent
    /// because another program runs in front of it. Blocks for a tmux call.
    ///
    /// @param age where the pane does not say for how long, this does not count
    /// @return false also if that cannot be told
    public boolean isAtWork(AgentBinding agent, Duration age) {
        return reading(agent)
                .filter(r -> isAtWork(r.state()))
                .filter(r -> r.worked().filter(worked -> isShorter(worked, age)).isEmpty())
                .isPresent();
    }

    /// The agent's clock counts ticks, and on a busy machine it loses some.
    private static boolean isShorter(Duration worked, Duration age) {
        return worked.plus(CLOCK_LAG).plus(age.dividedBy(4)).compareTo(age) < 0;
    }

    private static boolean isAtWork(PaneState state) {
        return switch (state) {
            case PaneState.Streaming _, PaneState.Dialog _ -> true;
            case PaneState.ShellFocus _, PaneState.NotAnAgent _ -> true;
            case PaneState.Draft draft -> draft.isWorking();
            case PaneState.Unfocused unfocused -> unfocused.isWorking();
            default -> false;
        };
    }

    /// Says whether a result could be typed into an agent's pane now. Blocks for a tmux call.
    public Receptivity receptivity(AgentBinding agent) {
        return Receptivity.of(agent, pane(agent), processes, pace);
    }

    private AgentPane pane(AgentBinding agent) {
        return new AgentPane(agent.pane(), server(agent.pane().socket()), classifier);
    }

    private Optional<ScreenReading> reading(AgentBinding agent) {
        try {
            return pane(agent).look() instanceof Look.Shown shown
                    ? Optional.of(shown.reading())
                    : Optional.empty();
        } catch (TmuxException e) {
            return Optional.empty();
        }
    }

    /// Number of agents for which something waits or is being typed.
    int active() {
        return loops.size();
    }

    /// Stops. A message that is being typed is finished in the background, within [Pace#echo()].
    @Override
    public void close() {
        isClosed = true;
        loops.values().forEach(DeliveryLoop::close);
    }

    private DeliveryLoop start(AgentBinding agent) {
        Tmux tmux = server(agent.pane().socket());
        Delivery delivery = new Delivery(agent, pane(agent), outbox, processes, pace);
        DeliveryLoop loop = new DeliveryLoop(agent.pane(), delivery, tmux, watch, pace);
        Thread _ =
                Thread.ofVirtual()
                        .name("courier-" + agent.pane().paneId())
                        .start(() -> run(agent, loop));
        return loop;
    }

    /// A wake that comes while the loop ends keeps it.
    private void run(AgentBinding agent, DeliveryLoop loop) {
        do {
            loop.run();
        } while (loops.computeIfPresent(
                        agent, (_, same) -> same.isWoken() && !isClosed ? same : null)
                != null);
    }

    private Tmux server(Path socket) {
        return servers.computeIfAbsent(socket, Tmux::new);
    }
}
