package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.nudge.NudgeTarget;

/// All panes are there, and one agent.
record OnlyAlive(NudgeTarget agent) implements Recipients {
    @Override
    public boolean isAlive(NudgeTarget target) {
        return target.equals(agent);
    }

    @Override
    public boolean hasOpen(NudgeTarget thread) {
        return isAlive(thread);
    }

    @Override
    public boolean hasPane(NudgeTarget target) {
        return true;
    }

    @Override
    public boolean hasHooks(NudgeTarget target) {
        return true;
    }

    @Override
    public TypingProfile profile(AgentBinding agent) {
        return TypingProfile.UNKNOWN;
    }
}
