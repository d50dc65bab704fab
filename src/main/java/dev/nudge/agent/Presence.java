package dev.nudge.agent;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The connected agents: those in panes in which nudge may type, and others.
public final class Presence {
    private final ConcurrentMap<Conversation, Connected> all = new ConcurrentHashMap<>();

    /// @param agent empty if it is not in such a pane
    private record Connected(Optional<NudgeTarget> agent, AgentClient client) {}

    public void arrived(Conversation conversation, NudgeTarget agent, AgentClient client) {
        all.put(conversation, new Connected(Optional.of(agent), client));
    }

    /// Adds the agent of this conversation, which is not in such a pane.
    public void arrivedElsewhere(Conversation conversation, AgentClient client) {
        var _ = all.putIfAbsent(conversation, new Connected(Optional.empty(), client));
    }

    public List<Hello> others() {
        return all.values().stream()
                .filter(connected -> connected.agent().isEmpty())
                .map(connected -> connected.client().hello())
                .toList();
    }

    Stream<AgentClient> clients() {
        return all.values().stream().map(Connected::client);
    }

    public void left(Conversation conversation) {
        all.remove(conversation);
    }

    private Stream<NudgeTarget> targets() {
        return all.values().stream().flatMap(connected -> connected.agent().stream()).distinct();
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

    /// Returns whether no agent has this name: the id of a pane or a thread, or a session's name.
    boolean isAbsent(String pane) {
        return targets().noneMatch(a -> isNamed(a, pane));
    }

    /// Returns the one agent with this name: the id of a pane or a thread, or a session's name.
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
        String what =
                found.isEmpty()
                        ? "No agent that nudge serves is in pane " + pane
                        : found.size() + " agents are in " + pane;
        throw new IllegalArgumentException("%s. Agents: %s.".formatted(what, list()));
    }

    private static boolean isNamed(NudgeTarget agent, String name) {
        return agent.hasThread()
                ? agent.thread().equals(name)
                : agent.paneId().equals(name) || agent.session().equals(name);
    }

    private String list() {
        String list =
                targets()
                        .map(a ->
                                a.hasThread()
                                        ? "thread " + a.thread()
                                        : "%s (session %s, %s)"
                                                .formatted(a.paneId(), a.session(), a.socket()))
                        .sorted()
                        .collect(Collectors.joining("; "));
        return list.isEmpty() ? "none" : list;
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

        /// Whether a client takes tasks in place of answers, as its last request has shown. Of an
        /// agent with several clients, the last of these values counts.
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
