package dev.nudge.daemon;

import dev.nudge.delivery.Courier;
import dev.nudge.job.NudgeTarget;
import java.time.Duration;

/// Knows whether an agent still waits for the answer to a call. It tells its servers nothing when
/// the user has dropped one (rule G25), but its screen does.
final class Attention {
    private final Courier courier;
    private final Agents agents;

    Attention(Courier courier, Agents agents) {
        this.courier = courier;
        this.agents = agents;
    }

    /// Whether it shows an idle prompt: it waits for nothing.
    boolean isIdle(NudgeTarget agent) {
        return agent.hasPane() && courier.isIdle(Agents.binding(agent));
    }

    /// Whether it is seen to be at work, and for so long. In doubt it is not: what is told twice is
    /// not lost.
    boolean isAtWork(NudgeTarget agent, Duration age) {
        return agent.hasPane()
                && agents.isAlive(agent)
                && courier.isAtWork(Agents.binding(agent), age);
    }
}
