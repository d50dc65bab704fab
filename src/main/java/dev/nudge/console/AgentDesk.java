package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Presence;
import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.HookRules;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.delivery.typing.PaneView;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.outbox.HandOver;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.protocol.Hello;
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

    /// A connected agent in a pane.
    ///
    /// @param title what people call it, `Gemini CLI`
    /// @param objection why no result reaches it before it asks, as [Agents#objectionToUnknown]
    /// @param readiness whether a result could be typed or sent now
    /// @param noBetter why results do not come in a better way, a clause; empty if there is none
    public record Connected(
            NudgeTarget agent,
            String title,
            Optional<String> objection,
            PaneReadiness readiness,
            Optional<String> noBetter) {
        /// Returns how results come, as in `a result could be typed now`.
        public String way() {
            return readiness.way().done();
        }

        /// Returns why no result could reach it now; empty if one could.
        public Optional<String> obstacle() {
            return objection.or(readiness::obstacle);
        }
    }

    /// A connected agent to which nothing can be typed.
    ///
    /// @param pid its process
    /// @param session the one in which it would be nudged
    /// @param isUnknown whether it would be in none, since nudge does not know its kind
    /// @param reason one sentence for a person
    public record Unreachable(long pid, String session, boolean isUnknown, String reason) {}

    /// Lists the connected agents in panes where they may be nudged, by pane, and the threads of
    /// servers, and for each whether a result could reach it now. Blocks for one call of tmux, or
    /// of the server, for each.
    public List<Connected> connected() {
        return Stream.concat(presence.all().stream(), agents.threads().stream())
                .distinct()
                .map(this::describe)
                .toList();
    }

    /// Lists the connected agents that are in no such pane, by process, but for servers whose
    /// threads can be reached. Blocks for some tmux calls for each.
    public List<Unreachable> unreachable() {
        Set<Long> servers =
                agents.threads().stream().map(NudgeTarget::agentPid).collect(Collectors.toSet());
        return presence.others().stream()
                .flatMap(hello -> unreachable(hello).stream())
                .filter(agent -> !servers.contains(agent.pid()))
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
        Optional<String> objection = agents.objectionToUnknown(agent);
        return new Unreachable(
                agent.agentPid(),
                session,
                objection.isPresent(),
                objection.map(why -> "%s. %s".formatted(why, reason)).orElse(reason));
    }

    private Connected describe(NudgeTarget agent) {
        Optional<AgentKind> kind = agents.kinds().of(agent.agentPid());
        return new Connected(
                agent,
                kind.map(AgentKind::title).orElse("An agent"),
                agents.objectionToUnknown(agent),
                outbox.readiness(agent),
                kind.filter(_ -> agent.hasPane()).flatMap(AgentKind::objectionToQueue));
    }

    /// Returns what nudge sees in the pane of an agent; empty if it is gone, or tmux does not
    /// answer. Blocks for a tmux call.
    public Optional<SeenScreen> screen(NudgeTarget agent) {
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
                    "The agent is the thread %s of a server, in no pane that nudge knows: %s."
                            .formatted(agent.thread(), queued(outbox.readiness(agent))));
        }
        PaneView view =
                outbox.view(agent)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "Pane %s has been closed."
                                                .formatted(agent.pane().paneId())));
        return new SeenPane(
                agent, agents.kinds().of(agent.agent().pid()), agents.commandLine(agent), view);
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
        throw new IllegalArgumentException(
                "%s. Name a pane: nudge explain %%3"
                        .formatted(
                                all.isEmpty()
                                        ? "No agent is connected"
                                        : all.size() + " agents are connected"));
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
        if (agents.find(hook) instanceof Agents.Found.At(NudgeTarget here)) {
            if (!agents.cancelsCalls(here)) {
                calls.drop(here::isSamePane);
            }
            return handOver.take(here, mostAtOnce(here));
        }
        return List.of();
    }

    /// Takes the notes for the agent above the hook, which is working: its calls may be waiting.
    ///
    /// @return a message for each
    public List<String> takeWithinTurn(Hello hook, HandOver handOver) {
        return agents.find(hook) instanceof Agents.Found.At(NudgeTarget here)
                ? handOver.takeWithinTurn(here, mostAtOnce(here))
                : List.of();
    }

    private int mostAtOnce(NudgeTarget agent) {
        return agents.hooks(agent).map(HookRules::mostAtOnce).orElse(Integer.MAX_VALUE);
    }
}
