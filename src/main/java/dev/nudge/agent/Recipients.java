package dev.nudge.agent;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.nudge.NudgeTarget;

/// Tells whether and how agents can be reached.
public interface Recipients {
    /// Returns whether this agent is alive, or may be.
    boolean isAlive(NudgeTarget target);

    /// Returns whether a server has this thread open, or may have. Blocks for a call to it.
    boolean hasOpen(NudgeTarget thread);

    /// Returns whether the agent's pane exists, or may exist. Blocks for a tmux call.
    boolean hasPane(NudgeTarget target);

    /// Returns whether this agent's hooks should hand over the notes for it.
    boolean hasHooks(NudgeTarget agent);

    /// Returns how a text is typed for an agent; an unknown kind gets none.
    TypingProfile profile(AgentBinding agent);
}
