package dev.nudge.daemon;

import dev.nudge.job.NudgeTarget;
import dev.nudge.protocol.Hello;
import java.util.List;

/// Ends the waits of calls, for a client of the command line.
final class Backgrounder {
    private final WaitingCalls calls;
    private final HeardAnswers answers;
    private final Presence presence;
    private final Hello client;

    Backgrounder(WaitingCalls calls, HeardAnswers answers, Presence presence, Hello client) {
        this.calls = calls;
        this.answers = answers;
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

    /// Ends the waits of the agent in the pane of the client, which does not wait any more.
    ///
    /// @param at when it has taken another prompt, see [HeardAnswers]
    /// @return the jobs whose ends were reported to it by answers that it has not heard
    List<Long> dropped(NudgeTarget here, long at) {
        calls.drop(here::isSamePane);
        return answers.prompted(here, at);
    }
}
