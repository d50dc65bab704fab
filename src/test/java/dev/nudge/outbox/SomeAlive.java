package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.nudge.NudgeTarget;
import java.util.Set;

/// Agents of which some are alive, and threads of which their servers have some open. All hooks are
/// wanted.
record SomeAlive(boolean hasPanes, Set<NudgeTarget> alive, Set<NudgeTarget> open)
        implements Recipients {
    static final SomeAlive NOBODY = new SomeAlive(false, Set.of(), Set.of());

    /// All panes are there, and one agent.
    static SomeAlive only(NudgeTarget agent) {
        return new SomeAlive(true, Set.of(agent), Set.of(agent));
    }

    @Override
    public boolean isAlive(NudgeTarget target) {
        return alive.contains(target);
    }

    @Override
    public boolean hasOpen(NudgeTarget thread) {
        return open.contains(thread);
    }

    @Override
    public boolean hasPane(NudgeTarget target) {
        return hasPanes;
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
