package dev.nudge.agent;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.nudge.NudgeTarget;

/// Knows what has become of the agents to which something is to be reported.
public interface Recipients {
    /// Returns whether the agent of this target is still there, or may be.
    boolean isAlive(NudgeTarget target);

    /// Returns whether the server of this thread has it open, or may have. Blocks for a call of the
    /// server.
    boolean hasOpen(NudgeTarget thread);

    /// Returns whether the pane of this target is still there. Blocks for a tmux call. If tmux does
    /// not answer, the pane counts as there.
    boolean hasPane(NudgeTarget target);

    /// Returns whether this agent's hooks should hand over the notes for it.
    boolean hasHooks(NudgeTarget agent);

    /// Returns how a text is typed for an agent: not at all, if its kind is not known.
    TypingProfile profile(AgentBinding agent);
}
