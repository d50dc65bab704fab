package dev.nudge.agent;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The connected agents: those in panes in which nudge may type, and others.
public final class Presence {
    private final ConcurrentMap<Conversation, Connected> agents = new ConcurrentHashMap<>();
    private final ConcurrentMap<Conversation, AgentClient> others = new ConcurrentHashMap<>();

    private record Connected(NudgeTarget agent, AgentClient client) {}

    /// Adds the agent of this conversation.
    public void arrived(Conversation conversation, NudgeTarget agent, AgentClient client) {
        others.remove(conversation);
        agents.put(conversation, new Connected(agent, client));
    }

    /// Adds the agent of this conversation, which is not in such a pane.
    public void arrivedElsewhere(Conversation conversation, AgentClient client) {
        if (!agents.containsKey(conversation)) {
            others.put(conversation, client);
        }
    }

    /// Lists the greetings of the agents outside such panes.
    public List<Hello> others() {
        return others.values().stream().map(AgentClient::hello).toList();
    }

    Stream<AgentClient> clients() {
        return Stream.concat(
                agents.values().stream().map(Connected::client), others.values().stream());
    }

    /// Returns the environment that an agent has given to its MCP server; empty if it is not
    /// connected.
    Optional<Map<String, String>> environment(AgentBinding agent) {
        return agents.values().stream()
                .filter(connected -> AgentBinding.of(connected.agent()).equals(agent))
                .map(connected -> connected.client().hello().environment())
                .findFirst();
    }

    private Stream<NudgeTarget> targets() {
        return agents.values().stream().map(Connected::agent);
    }

    /// Forgets the agent of this conversation, if it has one.
    public void left(Conversation conversation) {
        agents.remove(conversation);
        others.remove(conversation);
    }

    /// Lists the agents in panes, by pane, and the threads that have called.
    public List<NudgeTarget> all() {
        return targets()
                .distinct()
                .sorted(
                        Comparator.comparing(NudgeTarget::socket)
                                .thenComparing(NudgeTarget::paneId)
                                .thenComparing(NudgeTarget::thread))
                .toList();
    }

    /// Returns whether no agent is in a pane with this id or a session of this name, or is a thread
    /// with this id.
    boolean isAbsent(String pane) {
        return targets().noneMatch(a -> isNamed(a, pane));
    }

    /// Returns the one agent with this name.
    ///
    /// @param pane a pane's id, the name of a session, or the id of a thread
    /// @param tmux the caller's `TMUX`: among several agents, the one in this server is meant
    /// @throws IllegalArgumentException if there is none, or more than one; the message names the
    ///   choices
    public NudgeTarget in(String pane, String tmux) {
        List<NudgeTarget> found = targets().filter(a -> isNamed(a, pane)).distinct().toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        List<NudgeTarget> here =
                found.stream().filter(a -> tmux.startsWith(a.socket() + ",")).toList();
        return Optional.of(here)
                .filter(one -> one.size() == 1)
                .map(List::getFirst)
                .orElseThrow(() -> new IllegalArgumentException(complaint(pane, found)));
    }

    private static boolean isNamed(NudgeTarget agent, String name) {
        return agent.hasThread()
                ? agent.thread().equals(name)
                : agent.paneId().equals(name) || agent.session().equals(name);
    }

    private String complaint(String pane, List<NudgeTarget> found) {
        String what =
                found.isEmpty()
                        ? "No agent that nudge serves is in pane " + pane
                        : found.size() + " agents are in " + pane;
        return "%s. Agents: %s.".formatted(what, agents.isEmpty() ? "none" : list());
    }

    private String list() {
        return targets()
                .distinct()
                .map(a ->
                        a.hasThread()
                                ? "thread " + a.thread()
                                : "%s (session %s, %s)"
                                        .formatted(a.paneId(), a.session(), a.socket()))
                .sorted()
                .collect(Collectors.joining("; "));
    }
}
