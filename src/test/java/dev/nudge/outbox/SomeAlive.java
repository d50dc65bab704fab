package dev.nudge.outbox;

import dev.nudge.agent.NobodyAlive;
import dev.nudge.job.nudge.NudgeTarget;
import java.util.Set;

/// Agents of which some are alive, and threads of which their servers have some open.
final class SomeAlive extends NobodyAlive {
    private final boolean hasPanes;
    private final Set<NudgeTarget> alive;
    private final Set<NudgeTarget> open;

    SomeAlive(boolean hasPanes, Set<NudgeTarget> alive, Set<NudgeTarget> open) {
        this.hasPanes = hasPanes;
        this.alive = alive;
        this.open = open;
    }

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
}
