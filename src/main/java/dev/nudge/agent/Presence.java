package dev.nudge.agent;

import dev.nudge.job.NudgeTarget;
import dev.nudge.protocol.Conversation;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/// The agents that are now connected, in panes where they may be nudged.
public final class Presence {
    private final ConcurrentMap<Conversation, NudgeTarget> agents = new ConcurrentHashMap<>();

    /// Adds the agent of this conversation.
    public void arrived(Conversation conversation, NudgeTarget agent) {
        agents.put(conversation, agent);
    }

    /// Forgets the agent of this conversation, if it has one.
    public void left(Conversation conversation) {
        agents.remove(conversation);
    }

    /// Lists the agents, by pane.
    public List<NudgeTarget> all() {
        return agents.values().stream()
                .distinct()
                .sorted(
                        Comparator.comparing(NudgeTarget::socket)
                                .thenComparing(NudgeTarget::paneId))
                .toList();
    }

    /// Returns whether no agent is in a pane of this id, or in a session of this name.
    boolean isAbsent(String pane) {
        return agents.values().stream()
                .noneMatch(a -> a.paneId().equals(pane) || a.session().equals(pane));
    }

    /// Returns the one agent in a pane.
    ///
    /// @param pane a pane's id, or the name of a session
    /// @param tmux the caller's `TMUX`: of several agents, the one in this server is meant
    /// @throws IllegalArgumentException if there is none, or more than one; the message names the
    ///   choices
    public NudgeTarget in(String pane, String tmux) {
        List<NudgeTarget> found =
                agents.values().stream()
                        .filter(a -> a.paneId().equals(pane) || a.session().equals(pane))
                        .distinct()
                        .toList();
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

    private String complaint(String pane, List<NudgeTarget> found) {
        String what =
                found.isEmpty()
                        ? "No agent that nudge serves is in pane " + pane
                        : found.size() + " agents are in " + pane;
        return "%s. Agents: %s. Nothing has been done."
                .formatted(what, agents.isEmpty() ? "none" : list());
    }

    private String list() {
        return agents.values().stream()
                .distinct()
                .map(a -> "%s (session %s, %s)".formatted(a.paneId(), a.session(), a.socket()))
                .sorted()
                .collect(Collectors.joining("; "));
    }
}
