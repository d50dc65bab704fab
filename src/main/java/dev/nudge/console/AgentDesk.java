package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Waking;
import dev.nudge.agent.kind.AgentKind;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.delivery.screen.ScreenFile;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.Courier.PaneView;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.outbox.HeldNotes.HandOver;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.protocol.Hello;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneLocator.PaneLocation;
import dev.nudge.tmux.TmuxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Answers what people and hooks ask about agents: who is connected, where a client is, and what
/// waits for an agent.
public record AgentDesk(Agents agents, JobOutbox outbox, WaitingCalls calls) {
    /// A connected agent that is somewhere where it may be woken.
    ///
    /// @param title what people call it, `Gemini CLI`
    public record Connected(
            NudgeTarget agent, String title, Waking waking, PaneReadiness readiness) {
        /// Returns how results come, as in `a result could be typed now`.
        public String way() {
            return readiness.way().done();
        }

        /// Returns why no result could reach it now; empty if one could.
        public Optional<String> obstacle() {
            return agent.hasPlace()
                    ? waking.objection().or(readiness::obstacle)
                    : readiness.obstacle();
        }
    }

    /// A connected agent to which nothing can be typed.
    ///
    /// @param session the one in which it would be nudged; empty if nudge does not know its kind
    /// @param reason why nothing is typed where it is, one sentence for a person
    public record Unreachable(long pid, Optional<String> session, String reason, Waking waking) {}

    /// Lists the connected agents in panes where they may be nudged, by pane, the threads of
    /// servers, and those that are woken wherever they are, and for each whether a result could
    /// reach it now. Blocks for one call of tmux, or of the server, for each.
    public List<Connected> connected() {
        return Stream.concat(agents.presence().all().stream(), reachedElsewhere())
                .distinct()
                .map(this::describe)
                .toList();
    }

    private Stream<NudgeTarget> reachedElsewhere() {
        return Stream.concat(agents.threads().stream(), wokenOutside().stream());
    }

    private List<NudgeTarget> wokenOutside() {
        return agents.outside(waking -> waking.ofCalls().isPresent());
    }

    /// Returns by which ways news reach an agent. Blocks for a tmux call if its kind is not known.
    private Waking waking(NudgeTarget agent) {
        return agents.waking(agent, outbox.runsHooks(agent));
    }

    /// Lists the connected agents that nothing wakes where they are, by process, but for servers
    /// whose threads can be reached. Blocks for some tmux calls for each.
    public List<Unreachable> unreachable() {
        Set<Long> reached =
                reachedElsewhere().map(NudgeTarget::agentPid).collect(Collectors.toSet());
        return agents.presence().others().stream()
                .flatMap(this::unreachable)
                .filter(agent -> !reached.contains(agent.pid()))
                .distinct()
                .sorted(Comparator.comparing(Unreachable::pid))
                .toList();
    }

    private Stream<Unreachable> unreachable(Hello hello) {
        return agents.find(hello, "") instanceof Agents.Found.Nowhere(String session, String reason)
                ? agents.outside(hello).stream()
                        .map(agent ->
                                new Unreachable(
                                        agent.agentPid(),
                                        agents.kinds().of(agent.agentPid()).map(_ -> session),
                                        reason,
                                        waking(agent)))
                : Stream.empty();
    }

    private Connected describe(NudgeTarget agent) {
        Waking waking = waking(agent);
        return new Connected(
                agent,
                agents.kinds().of(agent.agentPid()).map(AgentKind::title).orElse("An agent"),
                waking,
                agent.hasPlace()
                        ? outbox.courier().readiness(AgentBinding.of(agent))
                        : new PaneReadiness(Optional.empty(), waking.ofCalls().orElse(Way.KEYS)));
    }

    /// Returns what nudge sees in the pane of an agent; empty if it is gone, or tmux does not
    /// answer. Blocks for a tmux call.
    public Optional<SeenScreen> screen(NudgeTarget agent) {
        try {
            return agent.hasPane()
                    ? outbox.courier().view(AgentBinding.of(agent)).map(SeenScreen::of)
                    : Optional.empty();
        } catch (TmuxException e) {
            return Optional.empty();
        }
    }

    /// Finds the pane of a client. Blocks for some tmux calls.
    ///
    /// @param session the session that it must be in, or [dev.nudge.tmux.PaneLocator#ANY_SESSION]
    public PaneLocation locate(Hello client, String session) {
        return agents.locate(client, session);
    }

    /// Looks at a pane as nudge does before it types. Blocks for some tmux calls.
    ///
    /// @param pane a pane's id, or the name of a connected agent's session; empty for the only
    ///   connected agent
    /// @throws IllegalArgumentException if there is no such pane; the message names the choices
    public SeenPane see(Hello client, Optional<String> pane) {
        AgentBinding agent =
                pane.map(p -> agents.inPane(p, client.environment().getOrDefault("TMUX", "")))
                        .orElseGet(this::onlyAgent);
        Waking waking = waking(target(agent));
        if (agent.hasThread()) {
            String queued = "result could be put into its queue now";
            Optional<String> obstacle = outbox.courier().readiness(agent).obstacle();
            throw new IllegalArgumentException(
                    "The agent is the thread %s of a server, in no pane that nudge knows: %s. Woken by: %s."
                            .formatted(
                                    agent.thread(),
                                    obstacle.map(why -> "no " + queued + ", " + why)
                                            .orElse("a " + queued),
                                    waking.words()));
        }
        PaneView view =
                outbox.courier()
                        .view(agent)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "Pane %s has been closed."
                                                .formatted(agent.pane().paneId())));
        return new SeenPane(
                agent,
                agents.kinds().of(agent.agent().pid()),
                agents.commandLine(agent),
                waking,
                view);
    }

    /// Returns an agent as one whose session and directory are not known. One that is not connected
    /// counts as in a session in which nudge types.
    private NudgeTarget target(AgentBinding agent) {
        PaneAddress pane = agent.pane();
        long pid = agent.agent().pid();
        long startTime = agent.agent().startTime();
        if (agent.hasThread()) {
            return NudgeTarget.thread(agent.thread(), pid, startTime);
        }
        return agents.presence().others().stream()
                .flatMap(hello -> agents.outside(hello).stream())
                .filter(other -> other.agentPid() == pid)
                .findFirst()
                .orElseGet(() ->
                        new NudgeTarget(
                                pane.socket().toString(),
                                pane.serverPid(),
                                pane.paneId(),
                                "",
                                pid,
                                startTime,
                                ""));
    }

    private AgentBinding onlyAgent() {
        List<NudgeTarget> all = agents.presence().all();
        if (all.size() == 1) {
            return AgentBinding.of(all.getFirst());
        }
        Optional<String> outside =
                wokenOutside().stream()
                        .map(agent ->
                                "The agent %d is in no pane that nudge knows, and woken by %s"
                                        .formatted(agent.agentPid(), waking(agent).words()))
                        .findFirst();
        String who =
                all.isEmpty()
                        ? outside.orElse("No agent is connected")
                        : all.size() + " agents are connected";
        throw new IllegalArgumentException(who + ". Name a pane: nudge explain %3");
    }

    /// Ends the waits of the agent in this pane or session.
    ///
    /// @throws IllegalArgumentException if there is no such agent; the message names the choices
    public List<String> background(Hello client, String pane) {
        NudgeTarget agent =
                agents.presence().in(pane, client.environment().getOrDefault("TMUX", ""));
        return calls.background(agent::equals);
    }

    public HandOver handOver(Hello hook) {
        return outbox.handOver(hook.pid(), hook.environment().getOrDefault("NUDGE_TRANSCRIPT", ""));
    }

    /// Takes the notes for the agent above the hook. If it is working, its calls may be waiting.
    /// One that takes a prompt has dropped the calls it was waiting for, unless it would have
    /// cancelled them: then agents below it may wait.
    ///
    /// @param isWithinTurn whether it is working
    /// @return a message for each
    public List<String> take(Hello hook, HandOver handOver, boolean isWithinTurn) {
        return agents.ofHook(hook, hook.environment().getOrDefault("NUDGE_THREAD", ""))
                .map(agent -> take(agent, handOver, isWithinTurn))
                .orElse(List.of());
    }

    private List<String> take(NudgeTarget agent, HandOver handOver, boolean isWithinTurn) {
        int most = agents.hooks(agent).mostAtOnce();
        if (isWithinTurn) {
            return handOver.takeWithinTurn(agent, most);
        }
        if (agent.hasPane() && !agents.hooks(agent).cancelsCalls()) {
            calls.drop(agent::isSamePane);
        }
        return handOver.take(agent, most);
    }

    /// A pane, the program in it that is, or may be, an agent, and what nudge sees there.
    ///
    /// @param kind empty if no kind is like the program
    /// @param commandLine of that program, as it shows it; empty if it has ended
    public record SeenPane(
            AgentBinding agent,
            Optional<AgentKind> kind,
            List<String> commandLine,
            Waking waking,
            PaneView view) {}

    /// A pane's screen, and what nudge takes it for.
    ///
    /// @param state as in [ScreenFile#words]
    /// @param rule as in [ScreenReading]
    /// @param rows the text of the screen, from the top, without the blank rows at its end
    /// @param firstRow first row of the prompt with its frame, 0-based
    /// @param lastRow last row of the prompt; less than `firstRow` if there is none
    public record SeenScreen(
            String state, String rule, List<String> rows, int firstRow, int lastRow) {
        static SeenScreen of(PaneView view) {
            ScreenReading reading = view.reading();
            List<String> rows = new ArrayList<>(view.snapshot().rows());
            while (!rows.isEmpty() && rows.getLast().isBlank()) {
                rows.removeLast();
            }
            return new SeenScreen(
                    ScreenFile.words(reading.state()),
                    reading.rule(),
                    rows,
                    reading.firstRow(),
                    reading.lastRow());
        }
    }

    /// What wakes an agent, and why not something better, for answers in JSON.
    ///
    /// @param way the one by which the result of a call of its own comes, `keys`; null if nothing
    ///   wakes it
    /// @param ways all that it has, from the best
    public record WokenBy(String words, @Nullable String way, List<OneWay> ways) {
        /// @param closed why it is not open, a clause; null if it is
        public record OneWay(String way, @Nullable String closed) {}

        public static WokenBy of(Waking waking) {
            return new WokenBy(
                    waking.words(),
                    waking.ofCalls().map(Way::word).orElse(null),
                    waking.routes().stream()
                            .map(route ->
                                    new OneWay(route.way().word(), route.closed().orElse(null)))
                            .toList());
        }
    }
}
