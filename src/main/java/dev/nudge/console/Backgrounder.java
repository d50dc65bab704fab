package dev.nudge.console;

import dev.nudge.agent.Presence;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.job.NudgeTarget;
import dev.nudge.protocol.Hello;
import java.util.List;

/// Ends the waits of calls, for a command-line client.
public final class Backgrounder {
    private final WaitingCalls calls;
    private final Presence presence;
    private final Hello client;

    public Backgrounder(WaitingCalls calls, Presence presence, Hello client) {
        this.calls = calls;
        this.presence = presence;
        this.client = client;
    }

    /// Ends the waits of the agent in this pane or session.
    ///
    /// @return what its calls waited for
    /// @throws IllegalArgumentException if there is no such agent; the message names the choices
    List<String> in(String pane) {
        NudgeTarget agent = presence.in(pane, client.environment().getOrDefault("TMUX", ""));
        return calls.background(agent::equals);
    }

    /// Ends the waits of the agent in the client's pane, which has dropped its calls.
    void dropped(NudgeTarget here) {
        calls.drop(here::isSamePane);
    }
}
