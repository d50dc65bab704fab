package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Presence;
import dev.nudge.agent.Waking;
import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.HookRules;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.delivery.typing.PaneView;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.outbox.HandOver;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.protocol.Hello;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneLocation;
import dev.nudge.tmux.TmuxException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers what people and hooks ask about agents: who is connected, where a client is, and what
/// waits for an agent.
public final class AgentDesk {
    private final Agents agents;
    private final Presence presence;
    private final JobOutbox outbox;
    private final WaitingCalls calls;

    AgentDesk(Agents agents, JobOutbox outbox, WaitingCalls calls) {
        this.agents = agents;
        this.presence = agents.presence();
        this.outbox = outbox;
        this.calls = calls;
    }

    /// A connected agent that is somewhere where it may be woken.
    ///
    /// @param title what people call it, `Gemini CLI`
    /// @param waking by which ways news reach it
    /// @param readiness whether a result could be typed or sent now
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
    /// @param pid its process
    /// @param session the one in which it would be nudged
    /// @param isUnknown whether it would be in none, since nudge does not know its kind
    /// @param reason why nothing is typed where it is, one sentence for a person
    /// @param waking why nothing else wakes it either
    public record Unreachable(
            long pid, String session, boolean isUnknown, String reason, Waking waking) {}

    /// Lists the connected agents in panes where they may be nudged, by pane, the threads of
    /// servers, and those that are woken wherever they are, and for each whether a result could
    /// reach it now. Blocks for one call of tmux, or of the server, for each.
    public List<Connected> connected() {
        return Stream.of(presence.all(), agents.threads(), wokenOutside())
                .flatMap(List::stream)
                .distinct()
                .map(this::describe)
                .toList();
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
                Stream.concat(agents.threads().stream(), wokenOutside().stream())
                        .map(NudgeTarget::agentPid)
                        .collect(Collectors.toSet());
        return presence.others().stream()
                .flatMap(hello -> unreachable(hello).stream())
                .filter(agent -> !reached.contains(agent.pid()))
                .distinct()
                .sorted(Comparator.comparing(Unreachable::pid))
                .toList();
    }

    private Optional<Unreachable> unreachable(Hello hello) {
        return agents.find(hello) instanceof Agents.Found.Nowhere(String session, String reason)
                ? agents.outside(hello).map(agent -> unreachable(agent, session, reason))
                : Optional.empty();
    }

    private Unreachable unreachable(NudgeTarget agent, String session, String reason) {
        return new Unreachable(
                agent.agentPid(),
                session,
                agents.kinds().of(agent.agentPid()).isEmpty(),
                reason,
                waking(agent));
    }

    private Connected describe(NudgeTarget agent) {
        Waking waking = waking(agent);
        return new Connected(
                agent,
                agents.kinds().of(agent.agentPid()).map(AgentKind::title).orElse("An agent"),
                waking,
                agent.hasPlace()
                        ? outbox.readiness(agent)
                        : new PaneReadiness(Optional.empty(), waking.ofCalls().orElse(Way.KEYS)));
    }

    /// Returns what nudge sees in the pane of an agent; empty if it is gone, or tmux does not
    /// answer. Blocks for a tmux call.
    public Optional<SeenScreen> screen(NudgeTarget agent) {
        if (!agent.hasPane()) {
            return Optional.empty();
        }
        try {
            return outbox.view(AgentBinding.of(agent)).map(SeenScreen::of);
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
        if (agent.hasThread()) {
            throw new IllegalArgumentException(
                    "The agent is the thread %s of a server, in no pane that nudge knows: %s. Woken by: %s."
                            .formatted(
                                    agent.thread(),
                                    queued(outbox.readiness(agent)),
                                    waking(target(agent)).words()));
        }
        PaneView view =
                outbox.view(agent)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "Pane %s has been closed."
                                                .formatted(agent.pane().paneId())));
        return new SeenPane(
                agent,
                agents.kinds().of(agent.agent().pid()),
                agents.commandLine(agent),
                waking(target(agent)),
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
        return presence.others().stream()
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

    private static String queued(PaneReadiness readiness) {
        return readiness
                .obstacle()
                .map(why -> "no result could be put into its queue now, " + why)
                .orElse("a result could be put into its queue now");
    }

    private AgentBinding onlyAgent() {
        List<NudgeTarget> all = presence.all();
        if (all.size() == 1) {
            return AgentBinding.of(all.getFirst());
        }
        String who = all.size() + " agents are connected";
        if (all.isEmpty()) {
            who =
                    wokenOutside().stream()
                            .map(agent ->
                                    "The agent %d is in no pane that nudge knows, and woken by %s"
                                            .formatted(agent.agentPid(), waking(agent).words()))
                            .findFirst()
                            .orElse("No agent is connected");
        }
        throw new IllegalArgumentException(who + ". Name a pane: nudge explain %3");
    }

    /// Ends the waits of the agent in this pane or session.
    ///
    /// @return what its calls waited for
    /// @throws IllegalArgumentException if there is no such agent; the message names the choices
    public List<String> background(Hello client, String pane) {
        NudgeTarget agent = presence.in(pane, client.environment().getOrDefault("TMUX", ""));
        return calls.background(agent::equals);
    }

    /// Begins to hand over notes to a hook.
    public HandOver handOver(Hello hook) {
        return outbox.handOver(hook.pid(), hook.environment().getOrDefault("NUDGE_TRANSCRIPT", ""));
    }

    /// Takes the notes for the agent above the hook. An agent that takes a prompt has dropped the
    /// calls it was waiting for, unless it would have cancelled them: then agents below it may
    /// wait.
    ///
    /// @return a message for each
    public List<String> take(Hello hook, HandOver handOver) {
        Optional<NudgeTarget> agent = ofHook(hook);
        agent.filter(here -> here.hasPane() && !agents.cancelsCalls(here))
                .ifPresent(here -> calls.drop(here::isSamePane));
        return agent.map(here -> handOver.take(here, mostAtOnce(here))).orElse(List.of());
    }

    private Optional<NudgeTarget> ofHook(Hello hook) {
        return agents.ofHook(hook, hook.environment().getOrDefault("NUDGE_THREAD", ""));
    }

    /// Takes the notes for the agent above the hook, which is working: its calls may be waiting.
    ///
    /// @return a message for each
    public List<String> takeWithinTurn(Hello hook, HandOver handOver) {
        return ofHook(hook)
                .map(here -> handOver.takeWithinTurn(here, mostAtOnce(here)))
                .orElse(List.of());
    }

    private int mostAtOnce(NudgeTarget agent) {
        return agents.hooks(agent).map(HookRules::mostAtOnce).orElse(Integer.MAX_VALUE);
    }
}
