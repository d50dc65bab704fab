package dev.nudge.agent;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.nudge.NudgeTarget;

/// Agents that have all ended, with their panes; their hooks are wanted.
public class NobodyAlive implements Recipients {
    @Override
    public boolean isAlive(NudgeTarget target) {
        return false;
    }

    @Override
    public boolean hasOpen(NudgeTarget thread) {
        return isAlive(thread);
    }

    @Override
    public boolean hasPane(NudgeTarget target) {
        return false;
    }

    @Override
    public boolean hasHooks(NudgeTarget agent) {
        return true;
    }

    @Override
    public TypingProfile profile(AgentBinding agent) {
        return TypingProfile.UNKNOWN;
    }
}
