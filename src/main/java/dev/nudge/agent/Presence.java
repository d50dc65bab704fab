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

    public List<Hello> others() {
        return others.values().stream().map(AgentClient::hello).toList();
    }

    Stream<AgentClient> clients() {
        return Stream.concat(
                agents.values().stream().map(Connected::client), others.values().stream());
    }

    /// Returns the environment that a connected agent has given to its MCP server.
    Optional<Map<String, String>> environment(AgentBinding agent) {
        return agents.values().stream()
                .filter(connected -> AgentBinding.of(connected.agent()).equals(agent))
                .map(connected -> connected.client().hello().environment())
                .findFirst();
    }

    public void left(Conversation conversation) {
        agents.remove(conversation);
        others.remove(conversation);
    }

    private Stream<NudgeTarget> targets() {
        return agents.values().stream().map(Connected::agent).distinct();
    }

    /// Lists the agents in panes, by pane, and the threads that have called.
    public List<NudgeTarget> all() {
        return targets()
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

    /// Returns the one agent with this name: a pane's id, the name of a session, or the id of a
    /// thread.
    ///
    /// @param tmux the caller's `TMUX`: among several agents, the one in this server is meant
    /// @throws IllegalArgumentException if there is not exactly one; the message names the choices
    public NudgeTarget in(String pane, String tmux) {
        List<NudgeTarget> found = targets().filter(a -> isNamed(a, pane)).toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        List<NudgeTarget> here =
                found.stream().filter(a -> tmux.startsWith(a.socket() + ",")).toList();
        if (here.size() == 1) {
            return here.getFirst();
        }
        throw new IllegalArgumentException(complaint(pane, found));
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
                .map(a ->
                        a.hasThread()
                                ? "thread " + a.thread()
                                : "%s (session %s, %s)"
                                        .formatted(a.paneId(), a.session(), a.socket()))
                .sorted()
                .collect(Collectors.joining("; "));
    }

    /// The client of an agent on one connection. Thread-safe.
    public static final class AgentClient {
        private final Hello hello;
        private volatile TaskUse tasks = TaskUse.UNKNOWN;

        public AgentClient(Hello hello) {
            this.hello = hello;
        }

        public Hello hello() {
            return hello;
        }

        public void uses(TaskUse use) {
            tasks = use;
        }

        TaskUse tasks() {
            return tasks;
        }

        /// Whether an agent's client takes tasks in place of answers, as its last request has
        /// shown. If an agent has several clients, the last of these values counts.
        public enum TaskUse {
            /// The client has made no request yet.
            UNKNOWN,

            /// The client speaks a version of MCP without tasks.
            OLD,

            /// The client speaks a version with tasks, but does not declare them.
            OFF,

            /// The client declares tasks, and agents of its kind do not fail with them.
            ON
        }
    }
}
